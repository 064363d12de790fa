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
    // `action` is done about all violations in every group. All else (burst,
    // tolerance, statuses, ...) stays as the policy has it.
    explicit AsIf(robots::Action action) : action_(action) {}

    // A copy of `site`, which outlives this, with the action. Sites that share
    // their rules share them here too.
    const robots::Site& of(const robots::Site& site);

  private:
    std::shared_ptr<const robots::Robots> enforced(
        const robots::Robots& robots) const;

    robots::Action action_;
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

    const std::vector<std::unique_ptr<Tally>>& tallies() const {
        return tallies_;
    }
    const ReplayCounts& counts() const { return counts_; }
    std::uint64_t late() const { return queue_.late(); }
    Bounds bounds() const;

  private:
    Tally& tally_of(const robots::Sighting& crawler);
    robots::Verdict judge(const robots::Site* site, Way way,
                          const robots::Sighting& crawler,
                          const robots::Request& request,
                          robots::Milliseconds now);
    void take_arrived();
    void count_arrived(const LogRecord& record);
    void leave_out(Tally& tally, const robots::Request& request);
    robots::Verdict count(Tally& tally, const robots::Site& site,
                          const robots::Sighting& crawler,
                          const robots::Request& request,
                          robots::Milliseconds now);
    template <class Hits>
    void count_hit(Hits& hits, const typename Hits::key_type& key,
                   std::string_view target);
    void count_pace(Tally& tally, const robots::Verdict& verdict,
                    std::string_view target);
    bool has_fetched(const robots::Site& site, const robots::Sighting& crawler,
                     const robots::Request& request, robots::Milliseconds now);
    void count_interval(Tally& tally, const robots::Site& site,
                        robots::Milliseconds now);

    const robots::Policy& policy_;
    SiteOfLine& sites_;
    robots::Slashes slashes_;  // as in nginx
    Watch watch_;
    ArrivalQueue queue_;
    robots::HeaderMemory headers_;
    std::array<AsIf, kWays> as_if_;
    std::array<MemoryBudgets, kWays> budgets_;
    BoundedTable last_seen_;
    BoundedTable fetched_;  // robots.txt, by what may be an API client
    std::vector<std::unique_ptr<Tally>> tallies_;
    std::unordered_map<std::string, Tally*> by_token_;  // folded
    ReplayCounts counts_;
    Bounds lost_;
    std::size_t rules_ = 0;
    bool redirected_ = false;  // the request that is being counted
};

// Replays `log` to its end. False, after a complaint, if a line has no host and
// `sites` has no place for it.
bool replay_log(LogMerge& log, const SiteOfLine& sites, Replay& replay);

// Whether all files could be read, and at least a line of them. Complains if no
// line is in a known format.
bool is_readable(const LogCounts& counts);

}  // namespace robotsctl
