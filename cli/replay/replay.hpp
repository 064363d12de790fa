// Judges the requests of a log as the module would have done when the requests
// came, and counts the verdicts.

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

struct ReplayCounts {
    std::uint64_t requests = 0;
    std::uint64_t of_nobody = 0;  // requests that are not from crawlers
    std::uint64_t no_site = 0;    // crawlers' requests without a site
    // Crawlers' requests that nginx answered without judging them.
    std::uint64_t not_judged = 0;
    // Requests that this replay judges, although the log does not show whether
    // nginx judged them.
    std::uint64_t unknown = 0;
    std::uint64_t late = 0;  // counted after requests that came later
    // Requests that have the violation `unverifiable` in this replay, although
    // the log does not show who sent them.
    std::uint64_t unproven = 0;
    // Requests that were not charged to budgets of `upstream_time`, because the
    // log does not have the time of upstreams.
    std::uint64_t unpriced = 0;
    robots::Milliseconds first{0};
    robots::Milliseconds last{0};
};

// Counts what was left out because the memory of a replay is limited.
struct Bounds {
    std::uint64_t crawlers = 0;  // requests that are counted as kOthers
    std::uint64_t rules = 0;     // violations of rules that have no count
    std::uint64_t budgets = 0;   // budgets and fetches dropped to make room
};

struct ReplayResult {
    ReplayCounts counts;
    Bounds beyond;
    std::unordered_map<std::string, JudgedTally>
        tallies;  // by lower-case token
};

// A callback. It gets each request of a crawler and its verdict, in the order
// in which requests came. If nginx did not judge the request, `judged` of the
// verdict is false.
using Watch = std::function<void(const LogRecord&, const robots::Verdict&)>;

enum class Purpose {
    // Shows what each way of enforcement would have done.
    advice,
    // Shows what each crawler did: judges only by the policy as written.
    evidence,
};

// Replays `log` to its end, and complains about files that could not be read.
// `policy` and `sites` must outlive the result. `watch` may be empty. If
// `coverage` is not nullptr, each request is judged only once, as if all
// violations were only logged, and verdicts are counted only in `coverage`, not
// in the tallies. `coverage` then points to names in the result, so the result
// must outlive `coverage`. Throws Unusable as SiteOfLine::check_host() does.
ReplayResult replay_log(const robots::Policy& policy, SiteOfLine& sites,
                        robots::Slashes slashes, const Watch& watch,
                        LogMerge& log, Purpose purpose = Purpose::advice,
                        Coverage* coverage = nullptr);

// Throws Unusable if a file could not be read, or if lines are unreadable and
// no line has a request.
void check_readable(const LogCounts& counts);

}  // namespace robotsctl
