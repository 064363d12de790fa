#include "cli/judging/tally.hpp"

#include <algorithm>
#include <cstddef>

#include "cli/output/text.hpp"
#include "policy/state/interval_histogram.hpp"

namespace robotsctl {

namespace {

constexpr std::uint64_t kParts = 1 << robots::kIntervalPartBits;

// Values below 16 have a bucket each, as have the sixteenths of each octave
// above: 0, 1, ..., 31, then 32 to 33, 34 to 35, ..., 62 to 63, 64 to 67, ...
std::size_t bucket_of(std::uint64_t value) {
    if (value < kParts) {
        return static_cast<std::size_t>(value);
    }
    const auto [octave, part] = robots::octave_part(value);
    const auto above =
        static_cast<std::uint64_t>(octave - robots::kIntervalPartBits);
    return static_cast<std::size_t>((above + 1) * kParts + part);
}

std::uint64_t middle_of(std::uint64_t bucket) {
    if (bucket < 2 * kParts) {
        return bucket;
    }
    const std::uint64_t width = std::uint64_t{1} << (bucket / kParts - 1);
    return (kParts + bucket % kParts) * width + width / 2;
}

}  // namespace

void Intervals::add(robots::Milliseconds gap) {
    const std::size_t at = bucket_of(static_cast<std::uint64_t>(gap.count()));
    if (at >= counts_.size()) {
        counts_.resize(at + 1);
    }
    ++counts_[at];
    ++total_;
}

std::optional<robots::Milliseconds> Intervals::median() const {
    std::uint64_t seen = 0;
    for (std::size_t at = 0; at < counts_.size(); ++at) {
        seen += counts_[at];
        if (2 * seen >= total_ && total_ > 0) {
            return robots::Milliseconds(middle_of(at));
        }
    }
    return std::nullopt;
}

void Cost::add(const LogRecord& record) {
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

Cost& Cost::operator+=(const Cost& other) {
    requests += other.requests;
    with_upstream += other.with_upstream;
    with_took += other.with_took;
    upstream += other.upstream;
    took += other.took;
    return *this;
}

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
        logged += verdict.action != robots::Action::pass ? 1 : 0;
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
