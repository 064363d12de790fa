#include "policy/site/budget.hpp"

namespace robots {

namespace {

// The furthest that a TAT (rate.hpp) can be ahead of now. payment() charges at
// most kLongestPace, and only if the TAT is at most kLongestPace ahead. A TAT
// further ahead delays no request (due_time.hpp).
constexpr Milliseconds kMostDebt{2 * Milliseconds(kLongestPace)};

std::string budget_time_text(Milliseconds time) {
    const std::int64_t count = time.count();
    return count % 1000 == 0 ? std::to_string(count / 1000) + 's'
                             : std::to_string(count) + "ms";
}

}  // namespace

Rate UpstreamTime::budget() const {
    constexpr int kSlack = 10;
    return {Milliseconds{0}, period / kSlack, Milliseconds{0}, kMostDebt};
}

Rate UpstreamTime::payment(Milliseconds took, bool from_half) const {
    constexpr Milliseconds kMost{kLongestPace};
    const Milliseconds price =
        std::min(took, kMost) * period.count() / time.count();
    return {std::min(price * (from_half ? 2 : 1), kMost), kMost,
            Milliseconds{0}, kMostDebt};
}

std::string UpstreamTime::text() const {
    return "upstream_time " + budget_time_text(time) + '/' +
           budget_time_text(period) + (window ? ' ' + window->text() : "");
}

}  // namespace robots
