#include "cli/judging/tally.hpp"

#include <algorithm>

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

void Tally::add_violations(robots::Violations broken) {
    violations[0] += broken.empty() ? 1 : 0;
    for (const robots::Violation each : robots::kGravestFirst) {
        violations[static_cast<std::size_t>(each)] +=
            broken.contains(each) ? 1 : 0;
    }
}

void Tally::add_capped(const robots::Verdict& written,
                       const robots::Request& request) {
    if (written.capped_by == robots::CapReason::none ||
        written.group == nullptr) {
        return;
    }
    for (const robots::CappedKind& kind :
         capped_kinds(*written.group, written.crawler, request)) {
        if (written.violations.contains(kind.violation)) {
            Capped& all = capped[{kind.cap.reason, kind.violation}];
            all.cap = kind.cap;
            ++all.requests;
        }
    }
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
