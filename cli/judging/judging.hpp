// Judges the requests of a log as the module would, and returns the names of
// verdicts that the module logs.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "cli/log/log_record.hpp"
#include "cli/log/site_of_line.hpp"
#include "policy/crawlers/header_memory.hpp"
#include "policy/robots_txt/rate.hpp"
#include "policy/site/policy.hpp"
#include "policy/verdict/bill.hpp"
#include "policy/verdict/budget_store.hpp"
#include "policy/verdict/judge.hpp"

namespace robotsctl {

// Converts a log record into a request. `address` is the record's address in 4
// or 16 octets, or empty. `record` and `address` must outlive the request.
robots::Request request_of(const LogRecord& record, std::string_view address,
                           robots::Slashes slashes = robots::Slashes::merge);

bool is_robots_txt(const robots::Request& request);

// The HTTP status that nginx answered with; 0 if the log does not have it.
std::uint16_t status_of(const LogRecord& record);

// Returns a cache that maps User-Agent headers to the crawlers that the headers
// mention. The hash function of the cache has a random seed, so that clients
// cannot prepare headers with colliding hashes. `crawlers` must outlive the
// cache.
robots::HeaderMemory remember_headers(const robots::Crawlers& crawlers);

// Returns the crawler that sent the request of `record`, or an empty Sighting.
// Prefers the crawler that the User-Agent header mentions. The site of the
// request matters, because some crawlers are known only to some sites. If the
// header mentions no crawler that has an entry in `crawlers`, but nginx logged
// a crawler with a verified signature, returns the logged crawler, as
// robots::signed_sender() does. `headers` must be a cache for `crawlers`.
// `record` must outlive the result.
robots::Sighting crawler_of(const LogRecord& record,
                            const robots::Crawlers& crawlers,
                            robots::HeaderMemory& headers, SiteOfLine& sites);

// The next three classes store budgets, and fetches of robots.txt, while a log
// is replayed. (nginx stores budgets and fetches in shared memory.)

// Maps keys to times in memory of a fixed size. Each key belongs to one set of
// eight slots. If the set is full, the slot with the earliest time is
// overwritten.
class BoundedTable {
  public:
    // The number of sets for a whole log: 262,144 keys, 4 MiB.
    static constexpr std::size_t kLog = std::size_t{1} << 15;

    BoundedTable() : BoundedTable(kLog) {}
    explicit BoundedTable(std::size_t sets) : sets_(sets) {}

    // Returns the time of `key`, or 0 if `key` is not stored.
    robots::Milliseconds get(std::uint64_t key) const;
    // Stores a time. Returns the time of the key that was dropped to make room,
    // or 0 if no key was dropped.
    robots::Milliseconds put(std::uint64_t key, robots::Milliseconds time);

  private:
    struct Slot {
        std::uint64_t key = 0;
        robots::Milliseconds time{0};  // 0: free
    };
    using Set = std::array<Slot, 8>;

    std::vector<Set> sets_;
};

// Stores which networks have fetched robots.txt.
class LogFetches {
  public:
    // Whether the crawler's network has fetched robots.txt. Always returns
    // false for a crawler that cannot be an API client (contact_only is false),
    // because the module does not need the answer for this crawler. If
    // `request` itself is a fetch of robots.txt, stores this fetch. Must be
    // called in the order in which requests arrived.
    bool has_fetched(const robots::Site& site, const robots::Sighting& crawler,
                     const robots::Request& request, robots::Milliseconds now);

    // The number of fetches that were dropped to make room.
    std::uint64_t lost() const { return lost_; }

  private:
    BoundedTable fetched_;
    std::uint64_t lost_ = 0;
};

class MemoryBudgets : public robots::BudgetStore {
  public:
    // Enough sets to judge a single request.
    static constexpr std::size_t kRequest = 16;

    MemoryBudgets() : MemoryBudgets(BoundedTable::kLog) {}
    explicit MemoryBudgets(std::size_t sets)
        : BudgetStore(robots::public_keys()), table_(sets) {}

    robots::Charge charge(std::uint64_t key, robots::Milliseconds now,
                          const robots::Rate& rate) noexcept override {
        const robots::Charge charged = quote(key, now, rate);
        if (charged.granted) {
            lost_ += table_.put(key, charged.tat) > now ? 1 : 0;
        }
        return charged;
    }

    robots::Charge quote(std::uint64_t key, robots::Milliseconds now,
                         const robots::Rate& rate) noexcept override {
        return robots::charge(table_.get(key), now, rate);
    }

    void give_back(const robots::Spent& spent,
                   robots::Milliseconds now) noexcept override {
        const robots::Milliseconds tat = table_.get(spent.key);
        const robots::Milliseconds next = robots::given_back(tat, spent, now);
        if (next != tat) {
            table_.put(spent.key, next);
        }
    }

    void remember(std::uint64_t key, robots::Milliseconds until,
                  robots::Milliseconds now) noexcept override {
        lost_ += table_.put(key, until) > now ? 1 : 0;
    }

    void leave_pass(std::uint64_t key, robots::Milliseconds until,
                    robots::Milliseconds now) noexcept override {
        remember(key, until, now);
    }

    bool has_passes(robots::Milliseconds /*now*/) noexcept override {
        return true;
    }

    bool take_pass(std::uint64_t key, robots::Milliseconds now,
                   robots::Milliseconds within) noexcept override {
        const robots::Milliseconds until = table_.get(key);
        if (until <= now || until - now > within) {
            return false;
        }
        table_.put(key, robots::Milliseconds{0});
        return true;
    }

    // The number of budgets that were dropped although they could still delay a
    // request.
    std::uint64_t lost() const { return lost_; }

  private:
    BoundedTable table_;
    std::uint64_t lost_ = 0;
};

// Judges the requests of a log one after the other, as nginx would have judged
// them. Each LogJudge has its own budgets. Some budgets are charged when a
// request ends (bill.hpp). The LogJudge charges these budgets before it judges
// the next request that arrived after that end.
class LogJudge {
  public:
    // Must be called in the order in which requests arrived. `site` may be
    // nullptr.
    robots::Verdict judge(const robots::Policy& policy,
                          const robots::Site* site,
                          const robots::Sighting& crawler,
                          const robots::Request& request,
                          const LogRecord& record);

    // The number of requests that were not charged for the time of upstreams,
    // because the log does not have this time.
    std::uint64_t unpriced() const { return unpriced_; }

    // The number of budgets that were dropped although they could still delay a
    // request.
    std::uint64_t lost() const { return budgets_.lost(); }

  private:
    struct Payment {
        robots::Bill bill;
        robots::Milliseconds took;
    };

    void pay_until(robots::Milliseconds now);
    void pay_first();
    void keep(const robots::Bill& bill, const LogRecord& record);

    MemoryBudgets budgets_;
    std::multimap<robots::Milliseconds, Payment> unpaid_;  // by a request's end
    std::uint64_t unpriced_ = 0;
};

// verdict_name() and action_name() return what nginx would log for
// $robots_verdict and $robots_action.

inline std::string_view verdict_name(const robots::Verdict& verdict) {
    return verdict.judged ? to_string(verdict.violation) : "-";
}

inline std::string_view action_name(const robots::Verdict& verdict) {
    return verdict.judged ? to_string(verdict.action) : "-";
}

// The status of a refusal; 0 if the request is not refused.
inline std::uint16_t refusal_status(const robots::Verdict& verdict) {
    return verdict.action == robots::Action::reject ? verdict.status
                                                    : std::uint16_t{0};
}

}  // namespace robotsctl
