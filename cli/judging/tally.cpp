#include "cli/judging/tally.hpp"

#include <algorithm>
#include <cstddef>

#include "cli/output/text.hpp"
#include "policy/shared_memory/interval_histogram.hpp"

namespace robotsctl {

namespace {

// Rounds a value to the middle of its bucket. Each octave (a factor of 2) has
// sixteen buckets. Small values are not rounded.
std::uint64_t rounded(std::uint64_t value) {
    if (value < 1 << robots::kIntervalPartBits) {
        return value;
    }
    const int octave = robots::octave_part(value).octave;
    const std::uint64_t width = std::uint64_t{1}
                                << (octave - robots::kIntervalPartBits);
    return value / width * width + width / 2;
}

}  // namespace

void Intervals::add(robots::Milliseconds gap) {
    ++counts_[rounded(static_cast<std::uint64_t>(gap.count()))];
    ++total_;
}

std::optional<robots::Milliseconds> Intervals::median() const {
    std::uint64_t seen = 0;
    for (const auto& [gap, count] : counts_) {
        seen += count;
        if (2 * seen >= total_) {
            return robots::Milliseconds(gap);
        }
    }
    return std::nullopt;
}

void MeasuredCost::add(const LogRecord& record) {
    ++requests;
    if (record.upstream) {
        ++with_upstream;
        upstream += *record.upstream;
    }
    if (record.has_took) {
        ++with_took;
        took += record.took;
    }
}

MeasuredCost& MeasuredCost::operator+=(const MeasuredCost& other) {
    requests += other.requests;
    with_upstream += other.with_upstream;
    with_took += other.with_took;
    upstream += other.upstream;
    took += other.took;
    return *this;
}

void OutcomeCounts::add(const robots::Verdict& verdict) {
    const bool waits = verdict.wait > robots::Milliseconds{0};
    if (verdict.action == robots::Action::reject) {
        ++refused;
    } else if (verdict.action == robots::Action::throttle && waits) {
        ++delayed;
        delay += verdict.wait;
        longest_delay = std::max(longest_delay, verdict.wait);
    } else {
        ++passed;
        logged += verdict.action != robots::Action::pass ? 1 : 0;
    }
}

void JudgedTally::add_violations(robots::Violations broken) {
    violations[0] += broken.empty() ? 1 : 0;
    for (const robots::Violation each : robots::kGravestFirst) {
        violations[static_cast<std::size_t>(each)] +=
            broken.contains(each) ? 1 : 0;
    }
}

void JudgedTally::add_capped(const robots::Verdict& written,
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

void JudgedTally::note_delay(robots::Milliseconds delay) {
    least_delay = std::min(least_delay.value_or(delay), delay);
    most_delay = std::max(most_delay.value_or(delay), delay);
}

std::string example_of(std::string_view target) {
    constexpr std::size_t kLength = 80;
    return excerpt(target, kLength);
}

}  // namespace robotsctl
