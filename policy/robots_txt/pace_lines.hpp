// Finds lines about pace that are not enforced as they are written.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "policy/base/diagnostic.hpp"
#include "policy/robots_txt/robots_txt_line.hpp"

namespace robots {

// What a line about pace says, by its value.
enum class PaceState : std::uint8_t {
    fine,
    none,        // no limit: a delay of less than a millisecond
    unreadable,  // nothing
    too_long,    // more than kLongestPace, and counts as that
};

// What a Crawl-delay, Request-rate or Visit-time line says. The value is not
// empty; other lines are fine.
PaceState pace_state(LineKey key, std::string_view value);

struct OddPaceLine {
    LineKey key;       // crawl_delay, request_rate or visit_time
    std::string text;  // as written, without a comment
    Place place;
    bool too_long = false;  // and counts as kLongestPace; else it says nothing
};

// The Crawl-delay, Request-rate and Visit-time lines of `text` that cannot be
// read or ask for more than kLongestPace. A delay of 0 and a line without a
// value mean no limit, so they are not odd. `file` goes into the places.
std::vector<OddPaceLine> odd_pace_lines(std::string_view text,
                                        std::uint32_t file = 0);

}  // namespace robots
