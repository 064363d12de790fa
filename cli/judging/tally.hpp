// Counts the requests of one crawler in a replay.

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cli/log/log_record.hpp"
#include "policy/crawlers/category.hpp"
#include "policy/robots_txt/rate.hpp"
#include "policy/verdict/judge.hpp"
#include "policy/verdict/verdict.hpp"

namespace robotsctl {

// Estimates the median of the times between requests. Does not keep the times,
// but counts them in buckets, sixteen for each factor of 2. The histogram in
// policy/shared_memory/interval_histogram.hpp has only one bucket for each
// factor of 2, because it must fit into 20 words of shared memory.
class Intervals {
  public:
    // `gap`, the time between two requests, must not be negative.
    void add(robots::Milliseconds gap);

    // The median with an error of at most 4 %; nullopt if no time was added.
    std::optional<robots::Milliseconds> median() const;

  private:
    std::map<std::uint64_t, std::uint64_t> counts_;  // by the rounded time
    std::uint64_t total_ = 0;
};

// The ways in which a replay judges each request: with the policy as written,
// or with the same action for all violations. Each way has its own budgets.
enum class Way : std::size_t { as_written, log, throttle, reject };
constexpr std::size_t kWays = 4;

// What the module would have done with the requests of a crawler in one Way.
// The number of judged requests is passed + delayed + refused.
struct OutcomeCounts {
    std::uint64_t passed = 0;
    std::uint64_t logged = 0;  // included in `passed`
    std::uint64_t delayed = 0;
    std::uint64_t refused = 0;
    robots::Milliseconds delay{0};  // sum of all delays
    robots::Milliseconds longest_delay{0};

    void add(const robots::Verdict& verdict);
};

// The cost of judged requests, as far as the log shows it.
struct MeasuredCost {
    std::uint64_t requests = 0;
    std::uint64_t with_upstream = 0;  // requests with `upstream`
    std::uint64_t with_took = 0;
    robots::Milliseconds upstream{0};  // sum of $upstream_response_time
    robots::Milliseconds took{0};      // sum of $request_time

    void add(const LogRecord& record);
    MeasuredCost& operator+=(const MeasuredCost& other);
};

// The requests that broke one rule, one line about pace (Crawl-delay) or one
// budget.
struct RuleHits {
    std::uint64_t requests = 0;
    std::string example;  // start of the first target, printable
};

struct Capped {
    robots::Cap cap;
    std::uint64_t requests = 0;
};

// The name of the tally that counts all crawlers for which no memory is left.
// It is not a valid product token, so no crawler can have this name.
constexpr const char* kOthers = "(others)";

struct JudgedTally {
    std::string token;
    robots::Category category = robots::Category::other;
    std::uint64_t requests = 0;
    std::uint64_t robots_txt = 0;  // fetches of robots.txt, part of `requests`
    std::uint64_t judged = 0;      // part of `requests`
    // Requests that nginx answered without judging them.
    std::uint64_t not_judged = 0;
    // The number of requests with each Violation if every violation is only
    // logged (Way::log). A request with several violations counts for each of
    // them. `none` counts the requests without a violation.
    std::array<std::uint64_t, robots::kViolations> violations{};
    // Requests for which the module does less than the policy says, because of
    // a cap (CapReason), by the reason and the violation.
    std::map<std::pair<robots::CapReason, robots::Violation>, Capped> capped;
    std::array<OutcomeCounts, kWays> outcomes{};
    // What the policy as written does with requests that have a violation and
    // that send or change data (for example POST). `unsafe_example` is the
    // target of the first of these requests.
    OutcomeCounts unsafe;
    std::string unsafe_example;
    std::unordered_map<const robots::Rule*, RuleHits> rules;
    // The requests that came too fast or at the wrong time, for each Pace that
    // they broke.
    std::map<std::pair<const robots::Pace*, robots::Violation>, RuleHits> paces;
    // For each budget: the requests that came when this budget was used up.
    std::map<const robots::Budget*, RuleHits> budgets;
    // The smallest and the largest Crawl-delay of the groups by which the
    // crawler's requests were judged, on all sites together.
    std::optional<robots::Milliseconds> least_delay;
    std::optional<robots::Milliseconds> most_delay;
    MeasuredCost cost;
    Intervals intervals;  // between requests to the same site

    std::uint64_t broken(robots::Violation violation) const {
        return violations[static_cast<std::size_t>(violation)];
    }
    bool broke_rules() const {
        return broken(robots::Violation::none) < judged;
    }
    // add_violations() counts into `violations`; `broken` must be from
    // Way::log. add_capped() counts into `capped`; `written` must be the
    // verdict of Way::as_written.
    void add_violations(robots::Violations broken);
    void add_capped(const robots::Verdict& written,
                    const robots::Request& request);
    OutcomeCounts& outcome(Way way) {
        return outcomes[static_cast<std::size_t>(way)];
    }
    const OutcomeCounts& outcome(Way way) const {
        return outcomes[static_cast<std::size_t>(way)];
    }
    void note_delay(robots::Milliseconds delay);
};

// Returns `target` as printable ASCII, cut if it is long.
std::string example_of(std::string_view target);

}  // namespace robotsctl
