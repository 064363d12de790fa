// Request-rate: a number of requests per period, maybe within a window of the
// day.

#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/base/time.hpp"
#include "policy/robots_txt/rate.hpp"

namespace robots {

// Windows of the day in which a crawler may visit, in UTC.
//
// The windows are written as in Visit-time and Request-rate of the Extended
// Standard for Robot Exclusion (1996): "0600-0845".

constexpr std::uint16_t kMinutesOfDay = 1440;

// A window from the start of minute `from` to the start of minute `to`, both
// counted from midnight; the window goes over midnight if `to` is less than
// `from`. Midnight is "0000" as a start, and "2400" as an end.
struct DayWindow {
    std::uint16_t from = 0;  // 0 to 1439
    std::uint16_t to = 0;    // 1 to 1440, not `from`

    bool contains(Utc now) const;

    // Returns the time until the window opens; 0 within the window.
    std::chrono::seconds until_open(Utc now) const;

    // Returns "0600-0845".
    std::string text() const;
};

bool operator==(const DayWindow& a, const DayWindow& b);

// Reads "0600-0845". Returns nullopt if `text` is not a window.
std::optional<DayWindow> day_window_from(std::string_view text);

// Returns the time until the first of `windows` opens; 0 within a window. Also
// returns 0 if `windows` is empty, since an empty list allows any time.
std::chrono::seconds until_open(const std::vector<DayWindow>& windows, Utc now);

// The longest crawl-delay and the longest period of a rate.
constexpr std::chrono::hours kLongestPace{7 * 24};

// The maximum number of Request-rate lines that are enforced for one crawler.
// Each line has its own budget, and a request is charged to all these budgets.
constexpr std::size_t kMaxRequestRates = 7;

// What happens to a delay or a period that is longer than kLongestPace.
enum class Longer : bool { is_refused, counts_as_longest };

struct RequestRate {
    std::uint32_t requests = 1;
    Milliseconds period{1000};  // whole seconds, at most kLongestPace
    std::optional<DayWindow> window;

    // Returns the budget of this rate: `requests` requests may come at once,
    // and one more after each period / requests. So a crawler that sends at
    // most `requests` within any `period` is never refused.
    Rate budget() const;

    // Returns "10/60" or "10/60 0800-1800". The period is in seconds, which
    // every parser of the directive reads.
    std::string text() const;
};

bool operator==(const RequestRate& a, const RequestRate& b);

// Reads "10/60", "10/1m", "1/5s 0800-1800"; the units are s, m, h and d.
// Returns nullopt if `text` is not a rate.
std::optional<RequestRate> request_rate_from(
    std::string_view text, Longer longer = Longer::is_refused);

}  // namespace robots
