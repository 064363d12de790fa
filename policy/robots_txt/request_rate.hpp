// Request-rate: so many requests in so long, possibly in a window of the day.

#ifndef ROBOTS_POLICY_ROBOTS_TXT_REQUEST_RATE_HPP
#define ROBOTS_POLICY_ROBOTS_TXT_REQUEST_RATE_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "policy/robots_txt/rate.hpp"
#include "policy/robots_txt/visit_time.hpp"

namespace robots {

// The longest crawl-delay and the longest period of a rate.
constexpr std::chrono::hours kLongestPace{7 * 24};

// So many Request-rate lines are enforced for one crawler; a request is charged
// to a budget for each.
constexpr std::size_t kMaxRequestRates = 7;

// What becomes of a delay or a period that is longer.
enum class Longer : bool { is_refused, counts_as_longest };

struct RequestRate {
    std::uint32_t requests = 1;
    Milliseconds period{1000};  // whole seconds, at most kLongestPace
    std::optional<DayWindow> window;

    // The budget that it grants: `requests` may come at once, and one more for
    // each period / requests that passes, so that a crawler which keeps to the
    // rate in any way is never early.
    Rate budget() const;

    // "10/60", "10/60 0800-1800": the period in seconds, which every parser of
    // the directive reads.
    std::string text() const;
};

bool operator==(const RequestRate& a, const RequestRate& b);

// Reads "10/60", "10/1m", "1/5s 0800-1800"; the units are s, m and h. nullopt
// if it is not a rate.
std::optional<RequestRate> request_rate_from(
    std::string_view text, Longer longer = Longer::is_refused);

}  // namespace robots

#endif
