// Collects the data of a view in short steps, which a worker takes between its
// other tasks.

#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/shared_memory/activity.hpp"
#include "policy/shared_memory/ledger.hpp"
#include "policy/shared_memory/record_table.hpp"
#include "policy/site/host.hpp"
#include "policy/site/policy.hpp"
#include "status/collection/names.hpp"
#include "status/model/model.hpp"
#include "status/model/query.hpp"

namespace robots::status {

// The data from which a status is collected.
//
// `policy`, `ledger` and `activity` must outlive the collection. The other
// members are copies that are made when the collection starts.
struct StatusSource {
    const Policy& policy;
    const Ledger& ledger;
    const Activity& activity;
    model::Server server;
    Milliseconds now{0};    // server.now, on the ledger's clock
    Milliseconds epoch{0};  // the Unix time at which that clock began
    model::Count robots_txt = 0;
    std::size_t delayed_now = 0;
    std::size_t zone_octets = 0;
    model::Count budgets_evicted = 0;
    std::size_t budgets_capacity = 0;
    model::SignatureCounts signatures{};
    bool masks_addresses = false;  // show only clients' networks

    // Returns the Unix time of `at`, which is on the ledger's clock; 0 (never)
    // for 0.
    model::Seconds unix_time(Milliseconds at) const {
        return at.count() == 0 ? 0 : (epoch + at) / std::chrono::seconds(1);
    }
};

// Reads a table of the ledger, a few thousand entries per step. It is not
// defined whether the scan reads an entry that is added or removed meanwhile.
template <class Record>
class Scan {
  public:
    explicit Scan(const RecordTable<Record>& table) : table_(table) {}

    // Calls read(record, place) for the next records, with a copy of each
    // record. Returns true after the last step.
    template <typename Read>
    bool step(Read read) {
        // The number of octets that are read in about a millisecond.
        constexpr std::size_t kOctets = std::size_t{1} << 19;
        const std::size_t end =
            std::min(at_ + kOctets / sizeof(Record), table_.capacity());
        for (; at_ < end; ++at_) {
            Record record;
            if (table_.copy(at_, record)) {
                ++entries_;
                read(record, at_);
            }
        }
        return at_ == table_.capacity();
    }

    // The number of records read so far.
    std::size_t entries() const { return entries_; }

  private:
    const RecordTable<Record>& table_;
    std::size_t at_ = 0;
    std::size_t entries_ = 0;
};

class Collection {
  public:
    Collection(const StatusSource& source, std::string& out)
        : source_(source), out_(out), names_(source.policy) {
        then([this] { return names_.step(); });
    }
    virtual ~Collection() = default;
    Collection(const Collection&) = delete;
    Collection& operator=(const Collection&) = delete;

    // Takes one step, of at most a few milliseconds, however large the ledger
    // and the policy are. Returns true after the last step. Throws
    // std::bad_alloc.
    bool step() {
        if (at_ == phases_.size()) {
            finish();
            return true;
        }
        at_ += phases_[at_]() ? 1 : 0;
        return false;
    }

  protected:
    // Adds a phase. After all names are known, the phases run in the order in
    // which they were added. Each call of a phase takes one step, and returns
    // true if that was the phase's last step.
    void then(std::function<bool()> phase) {
        phases_.push_back(std::move(phase));
    }
    // Adds a phase that reads a table of the ledger.
    template <class Record, typename Read>
    void then_each(Scan<Record>& scan, Read read) {
        then([&scan, read] { return scan.step(read); });
    }

    // Appends the answer. Called after all phases.
    virtual void finish() = 0;

    const StatusSource& source_;
    std::string& out_;
    Names names_;
    Scan<VisitRecord> visits_{source_.ledger.visits()};
    Scan<LineRecord> lines_{source_.ledger.lines()};
    Scan<SiteRecord> sites_{source_.ledger.sites()};

  private:
    std::vector<std::function<bool()>> phases_;
    std::size_t at_ = 0;
};

// The collections for each view, and for Prometheus. Each appends the whole
// answer to `out` in its last step. All arguments, and the objects to which
// `source` refers, must outlive the collection. All functions throw
// std::bad_alloc.

// All crawlers, all sites, totals and series of requests; for View::sites, only
// a longer list of sites.
std::unique_ptr<Collection> overview(const StatusSource& source,
                                     const Query& query, std::string& out);

// One crawler of the policy on all sites.
std::unique_ptr<Collection> crawler_view(const StatusSource& source,
                                         const Query& query,
                                         const Crawler& crawler,
                                         std::string& out);

// One site of the policy: its robots.txt, and all crawlers that visit it. A
// robots.txt may contain the scheme, host and port of the request. This view
// shows the robots.txt for the request of Policy::example_for(). If this
// request has no scheme, uses the scheme of `asked`. If example_for() returns
// nullopt, uses `asked`.
std::unique_ptr<Collection> site_view(const StatusSource& source,
                                      const Query& query, const Site& site,
                                      const Authority& asked, std::string& out);

// The last violations of all crawlers and sites, or only of the crawler or site
// in the query.
std::unique_ptr<Collection> violations_view(const StatusSource& source,
                                            const Query& query,
                                            std::string& out);

std::unique_ptr<Collection> metrics(const StatusSource& source,
                                    std::string& out);

}  // namespace robots::status
