#include "cli/judging/tally.hpp"

#include <algorithm>
#include <numeric>

#include "cli/output/excerpt.hpp"

namespace robotsctl {

void Outcome::add(const robots::Verdict& verdict) {
    const bool waits = verdict.wait > robots::Milliseconds{0};
    if (verdict.action == robots::Action::reject) {
        ++refused;
    } else if (verdict.action == robots::Action::throttle && waits) {
        ++delayed;
        delay += verdict.wait;
        longest_delay = std::max(longest_delay, verdict.wait);
    } else {
        ++passed;
        logged += verdict.action != robots::Action::off ? 1 : 0;
    }
}

std::uint64_t Tally::all_violations() const {
    return std::accumulate(violations.begin() + 1, violations.end(),
                           std::uint64_t{0});
}

void Tally::note_delay(robots::Milliseconds delay) {
    least_delay = std::min(least_delay.value_or(delay), delay);
    most_delay = std::max(most_delay.value_or(delay), delay);
}

std::string example_of(std::string_view target) {
    constexpr std::size_t kLength = 80;
    return excerpt(target, kLength);
}

}  // namespace robotsctl
