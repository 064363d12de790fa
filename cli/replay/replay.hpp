// Judges the requests of a log as the module would have done when they came,
// and counts the verdicts.

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cli/judging/memory_budgets.hpp"
#include "cli/judging/tally.hpp"
#include "cli/log/arrival_queue.hpp"
#include "cli/log/log_merge.hpp"
#include "cli/log/log_record.hpp"
#include "cli/log/site_of_line.hpp"
#include "policy/crawlers/header_memory.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

// The sites of a policy with another action: what would log, throttle or reject
// have done?
class AsIf {
  public:
    // The action of `way`, which is not as_written, is done about all
    // violations in every group. All else (burst, tolerance, statuses, ...)
    // stays as the policy has it.
    explicit AsIf(Way way) : way_(way) {}

    Way way() const { return way_; }

    // A copy of `site`, which outlives this, with the action. Sites that share
    // their rules share them here too.
    const robots::Site& of(const robots::Site& site);

  private:
    std::shared_ptr<const robots::Robots> enforced(
        const robots::Robots& robots) const;

    Way way_;
    std::unordered_map<const robots::Site*, robots::Site> sites_;
    std::unordered_map<const robots::Robots*,
                       std::shared_ptr<const robots::Robots>>
        robots_;
};

// What is counted of all requests.
struct ReplayCounts {
    std::uint64_t requests = 0;
    std::uint64_t of_nobody = 0;  // not crawlers'
    std::uint64_t no_site = 0;    // of crawlers' requests
    // Crawlers' requests that nginx answered without judging them, and those
    // that are judged here although the log does not show whether nginx judged
    // them.
    std::uint64_t not_judged = 0;
    std::uint64_t unknown = 0;
    robots::Milliseconds first{0};
    robots::Milliseconds last{0};
};

// How much did not fit into the memory of a replay.
struct Bounds {
    std::uint64_t crawlers = 0;  // requests of crawlers without a tally
    std::uint64_t rules = 0;     // requests closed by rules without a count
    std::uint64_t budgets = 0;   // budgets and times that went early
};

class Replay {
  public:
    // Gets each request of a crawler with its verdict, which is not judged if
    // nginx did not judge the request.
    using Watch = std::function<void(const LogRecord&, const robots::Verdict&)>;

    // `policy` and `sites` outlive the replay. `watch`, which may be empty, is
    // called in the order in which the requests came.
    Replay(const robots::Policy& policy, SiteOfLine& sites,
           robots::Slashes slashes, Watch watch);

    // Counts one request. Requests come in the order of their times.
    void take(const LogRecord& record);
    // Counts the requests that still wait.
    void finish();

    // By token, folded.
    const std::unordered_map<std::string, Tally>& tallies() const {
        return tallies_;
    }
    const ReplayCounts& counts() const { return counts_; }
    std::uint64_t late() const { return queue_.late(); }
    Bounds bounds() const;

  private:
    // A crawler's request, when it is its turn.
    struct Arrival {
        const robots::Site& site;
        robots::Sighting crawler;
        robots::Request request;
        robots::Milliseconds now;
        bool redirected;
    };

    Tally& tally_of(const robots::Sighting& crawler);
    void take_arrived();
    void count_arrived(const LogRecord& record);
    void leave_out(Tally& tally, const robots::Request& request);
    robots::Verdict judge(Way way, const robots::Site& site,
                          const Arrival& arrival);
    robots::Verdict count(Tally& tally, const Arrival& arrival);
    template <class Hits>
    void count_hit(Hits& hits, const typename Hits::key_type& key,
                   std::string_view target);
    void count_pace(Tally& tally, const robots::Verdict& verdict,
                    std::string_view target);
    void count_interval(Tally& tally, const Arrival& arrival);
    bool has_fetched(const Arrival& arrival);

    const robots::Policy& policy_;
    SiteOfLine& sites_;
    robots::Slashes slashes_;  // as in nginx
    Watch watch_;
    ArrivalQueue queue_;
    robots::HeaderMemory headers_;
    std::array<AsIf, kWays - 1> as_if_;
    std::array<MemoryBudgets, kWays> budgets_;
    BoundedTable last_seen_;
    BoundedTable fetched_;  // robots.txt, by what may be an API client
    std::unordered_map<std::string, Tally> tallies_;  // by token, folded
    ReplayCounts counts_;
    Bounds lost_;
    std::size_t rules_ = 0;
};

// Replays `log` to its end, and complains of files that could not be read.
// Throws Unusable if a line has no host and `sites` has no place for it.
void replay_log(LogMerge& log, const SiteOfLine& sites, Replay& replay);

// Throws Unusable unless all files could be read, and at least a line of them.
void check_readable(const LogCounts& counts);

}  // namespace robotsctl
