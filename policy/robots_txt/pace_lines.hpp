// Finds lines about pace (Crawl-delay, Request-rate, Visit-time) whose value is
// not enforced as written.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "policy/base/diagnostic.hpp"
#include "policy/robots_txt/robots_txt_line.hpp"

namespace robots {

// How the value of a line about pace is read.
enum class PaceState : std::uint8_t {
    fine,
    none,        // a delay of less than a millisecond: no limit
    unreadable,  // the line has no effect
    too_long,    // more than kLongestPace, and counts as kLongestPace
};

// Returns how the value of a line about pace is read; `fine` for other keys.
// `value` must not be empty.
PaceState pace_state(LineKey key, std::string_view value);

struct OddPaceLine {
    LineKey key;       // crawl_delay, request_rate or visit_time
    std::string text;  // as written, without a comment
    Place place;
    bool too_long = false;  // true: counts as kLongestPace; false: no effect
};

// Returns the lines about pace in `text` that cannot be read or ask for more
// than kLongestPace. A delay of 0 and a line without a value mean no limit, so
// these lines are not in the result. `file` becomes Place::file.
std::vector<OddPaceLine> odd_pace_lines(std::string_view text,
                                        std::uint32_t file = 0);

}  // namespace robots
