// Request-rate: a number of requests in a time, maybe in a window of the day.

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

// When: windows of the day in which a crawler may visit, in UTC.
//
// Visit-time and the window of a Request-rate, as the Extended Standard for
// Robot Exclusion (1996) words them: "0600-0845".

constexpr std::uint16_t kMinutesOfDay = 1440;

// From the start of minute `from` to the start of minute `to`, both minutes of
// the day; over midnight where `to` is less. 2400 closes a window at midnight.
struct DayWindow {
    std::uint16_t from = 0;  // 0 to 1439
    std::uint16_t to = 0;    // 1 to 1440, not `from`

    bool contains(Utc now) const;

    // How long until the window opens; 0 within it.
    std::chrono::seconds until_open(Utc now) const;

    // "0600-0845"
    std::string text() const;
};

bool operator==(const DayWindow& a, const DayWindow& b);

// nullopt if it is not a window.
std::optional<DayWindow> day_window_from(std::string_view text);

// How long until the first of `windows` opens; 0 within one, or where there is
// none, which means any time.
std::chrono::seconds until_open(const std::vector<DayWindow>& windows, Utc now);

// The longest crawl-delay and the longest period of a rate.
constexpr std::chrono::hours kLongestPace{7 * 24};

// How many Request-rate lines are enforced for one crawler; a request is
// charged to a budget for each.
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
