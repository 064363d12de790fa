// Judges the requests of a log as the module would have done when they came,
// and counts the verdicts.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>

#include "cli/coverage/coverage.hpp"
#include "cli/judging/tally.hpp"
#include "cli/log/log_merge.hpp"
#include "cli/log/log_record.hpp"
#include "cli/log/site_of_line.hpp"
#include "policy/matching/target.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

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
    std::uint64_t late = 0;  // counted too late, and not in their order
    // Those that break `unverifiable` here, although the log does not show who
    // sent them.
    std::uint64_t unproven = 0;
    // Those that cost budgets of `upstream_time` nothing, since the log does
    // not have the time.
    std::uint64_t unpriced = 0;
    robots::Milliseconds first{0};
    robots::Milliseconds last{0};
};

// How much did not fit into the memory of a replay.
struct Bounds {
    std::uint64_t crawlers = 0;  // requests of crawlers without a tally
    std::uint64_t rules = 0;     // requests closed by rules without a count
    std::uint64_t budgets = 0;   // budgets and times that went early
};

struct ReplayResult {
    ReplayCounts counts;
    Bounds beyond;
    std::unordered_map<std::string, Tally> tallies;  // by token, folded
};

// Gets each request of a crawler with its verdict, which is not judged if nginx
// did not judge the request. In the order in which the requests came.
using Watch = std::function<void(const LogRecord&, const robots::Verdict&)>;

// What a replay is for.
enum class Purpose {
    // What each way of enforcement would have done.
    advice,
    // What each crawler did: judges only as the policy is written. Where the
    // log does not say who sent a request, the published ranges of the policy
    // do.
    evidence,
};

// Replays `log` to its end, and complains of files that could not be read.
// `policy` and `sites` outlive the result. `watch` may be empty. With
// `coverage`, each request is judged once, all of it logged, and counted there
// instead of in the tallies, whose names it views. Throws Unusable if a line
// has no host and `sites` has no place for it.
ReplayResult replay_log(const robots::Policy& policy, SiteOfLine& sites,
                        robots::Slashes slashes, const Watch& watch,
                        LogMerge& log, Purpose purpose = Purpose::advice,
                        Coverage* coverage = nullptr);

// Throws Unusable unless all files could be read, and at least a line of them.
void check_readable(const LogCounts& counts);

}  // namespace robotsctl
