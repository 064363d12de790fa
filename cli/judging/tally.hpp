// What a replay counts of one crawler.

#ifndef ROBOTS_CLI_JUDGING_TALLY_HPP
#define ROBOTS_CLI_JUDGING_TALLY_HPP

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>

#include "cli/judging/intervals.hpp"
#include "policy/crawlers/category.hpp"
#include "policy/verdict/judge.hpp"

namespace robotsctl {

// How requests are judged, each way with budgets of its own.
enum class Way : std::size_t { as_written, log, throttle, reject };
constexpr std::size_t kWays = 4;

// What one way would have done with a crawler's requests. passed + held +
// refused are all that were judged.
struct Outcome {
    std::uint64_t passed = 0;
    std::uint64_t logged = 0;  // of the passed
    std::uint64_t held = 0;
    std::uint64_t refused = 0;
    robots::Milliseconds held_for{0};  // all together
    robots::Milliseconds held_longest{0};

    void add(const robots::Verdict& verdict);
};

// The requests that one rule closes.
struct RuleHits {
    std::uint64_t requests = 0;
    std::string example;  // the first target, printable and cut short
};

// The name of all crawlers for which there was no more room; no token has
// brackets.
constexpr const char* kOthers = "(others)";

struct Tally {
    std::string token;
    robots::Category category = robots::Category::other;
    std::uint64_t requests = 0;
    std::uint64_t robots_txt = 0;  // of the requests: fetches of robots.txt
    std::uint64_t judged = 0;      // of the requests
    // Of the requests: answered by nginx without being judged.
    std::uint64_t not_judged = 0;
    // By Violation; what is broken where all is logged and nothing held.
    std::array<std::uint64_t, robots::kViolations> violations{};
    std::array<Outcome, kWays> outcomes{};
    std::unordered_map<const robots::Rule*, RuleHits> rules;
    // The least and the greatest crawl-delay of its groups on all sites.
    std::optional<robots::Milliseconds> least_delay;
    std::optional<robots::Milliseconds> most_delay;
    Intervals intervals;  // between its requests to one site

    std::uint64_t broken(robots::Violation violation) const {
        return violations[static_cast<std::size_t>(violation)];
    }
    std::uint64_t all_violations() const;
    const Outcome& outcome(Way way) const {
        return outcomes[static_cast<std::size_t>(way)];
    }
    void note_delay(robots::Milliseconds delay);
};

// `target` as a person may see it: printable ASCII, not too long.
std::string example_of(std::string_view target);

}  // namespace robotsctl

#endif
