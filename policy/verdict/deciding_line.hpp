// The lines of a robots.txt that decide about requests: rules, Crawl-delay,
// Request-rate, Visit-time. Each line has a key (line_key()). The key is the
// same in every process. It stays the same after a reload if the meaning of the
// line does not change.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "policy/base/diagnostic.hpp"
#include "policy/site/groups.hpp"
#include "policy/verdict/verdict.hpp"

namespace robots {

// Returns the key of the line that the request breaks with `violation`. For
// Violation::none, returns the key of the rule that allows the path. Returns 0
// if no line decided.
std::uint64_t line_key(const Verdict& verdict, Violation violation) noexcept;
inline std::uint64_t line_key(const Verdict& verdict) noexcept {
    return line_key(verdict, verdict.violation);
}

// Returns the text of the line of line_key(): "Disallow: /private",
// "Crawl-delay: 2". For Violation::budget, returns the text of the budget:
// "budget ai: 300/60". A budget is not in robots.txt, so line_key() returns 0
// for it. The text is empty if no line decided.
std::string line_text(const Verdict& verdict, Violation violation);

// Returns the place in the policy of the line or budget of line_text(). The
// place is unknown if no line decided. If several lines decide together,
// returns the place of the first line.
Place place_of(const Verdict& verdict, Violation violation);
inline Place place_of(const Verdict& verdict) {
    return place_of(verdict, verdict.violation);
}

struct DecidingLine {
    std::uint64_t key = 0;
    std::string text;  // "Disallow: /private"
    Place place;       // of the first line, if several decide together
    bool allow = false;
};

// Returns the lines of a group that can decide about a request. The lines about
// pace (Crawl-delay, Request-rate, Visit-time) come first, and then the rules
// in the order in which they decide. Returns at most `max` lines; `max` must be
// at least 3. If a group has several Request-rate lines, they decide together,
// and the result has one line for them with only the field's name as text. In
// the same way, the result has one line for several Visit-time lines.
std::vector<DecidingLine> deciding_lines(const Group& group,
                                         std::size_t max = SIZE_MAX);
std::size_t count_of_deciding_lines(const Group& group);

// Returns the group's line with this key; nullopt if no line has the key.
std::optional<DecidingLine> deciding_line(const Group& group,
                                          std::uint64_t key);

}  // namespace robots
