// Judges the requests of a log as the module would have done when they came,
// and counts the verdicts.

#ifndef ROBOTS_CLI_REPLAY_REPLAY_HPP
#define ROBOTS_CLI_REPLAY_REPLAY_HPP

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cli/judging/bounded_table.hpp"
#include "cli/judging/memory_budgets.hpp"
#include "cli/judging/tally.hpp"
#include "cli/log/arrival_queue.hpp"
#include "cli/log/log_record.hpp"
#include "cli/log/site_of_line.hpp"
#include "cli/replay/as_if.hpp"
#include "policy/crawlers/header_memory.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

// What did not fit into the memory of a replay.
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
    std::uint64_t requests() const { return requests_; }
    std::uint64_t of_nobody() const { return of_nobody_; }  // not crawlers'
    std::uint64_t no_site() const { return no_site_; }  // of crawlers' requests
    // Of crawlers' requests: those that nginx answered without judging them,
    // and those that are judged here although the log does not show whether
    // nginx did.
    std::uint64_t not_judged() const { return not_judged_; }
    std::uint64_t unknown() const { return unknown_; }
    std::uint64_t late() const { return queue_.late(); }
    robots::Milliseconds first() const { return first_; }
    robots::Milliseconds last() const { return last_; }
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
    std::uint64_t requests_ = 0;
    std::uint64_t of_nobody_ = 0;
    std::uint64_t no_site_ = 0;
    std::uint64_t not_judged_ = 0;
    std::uint64_t unknown_ = 0;
    std::uint64_t uncounted_crawlers_ = 0;
    std::uint64_t uncounted_rules_ = 0;
    std::uint64_t lost_intervals_ = 0;
    std::size_t rules_ = 0;
    bool redirected_ = false;  // the request that is being counted
    robots::Milliseconds first_{0};
    robots::Milliseconds last_{0};
};

}  // namespace robotsctl

#endif
