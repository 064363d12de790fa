// When: windows of the day in which a crawler may visit, in UTC.
//
// Visit-time and the window of a Request-rate, as the Extended Standard for
// Robot Exclusion (1996) words them: "0600-0845".

#ifndef ROBOTS_POLICY_ROBOTS_TXT_VISIT_TIME_HPP
#define ROBOTS_POLICY_ROBOTS_TXT_VISIT_TIME_HPP

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/base/time.hpp"

namespace robots {

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

}  // namespace robots

#endif
