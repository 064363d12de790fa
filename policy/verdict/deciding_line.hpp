// The lines of a robots.txt that decide about requests: rules, Crawl-delay,
// Request-rate, Visit-time. Each line has a key (line_key) that is the same in
// every process, and after reloads as long as the meaning of the line is the
// same.

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

// Returns the key of the line that the request violated; for Violation::none,
// of the rule that allows the path. 0 if there is no line.
std::uint64_t line_key(const Verdict& verdict, Violation violation) noexcept;
inline std::uint64_t line_key(const Verdict& verdict) noexcept {
    return line_key(verdict, verdict.violation);
}

// Returns the text of that line: "Disallow: /private", "Crawl-delay: 2". A
// budget's text is "budget ai: 300/60"; it is in no robots.txt, so its key is
// 0. Empty if no line decided.
std::string line_text(const Verdict& verdict, Violation violation);

// Returns the place of that line, or of that budget in the policy; unknown if
// no line decided. If several lines decide together, returns the place of the
// first.
Place place_of(const Verdict& verdict, Violation violation);
inline Place place_of(const Verdict& verdict) {
    return place_of(verdict, verdict.violation);
}

struct DecidingLine {
    std::uint64_t key = 0;
    std::string text;  // "Disallow: /private"
    Place place;       // if several lines decide, of the first
    bool allow = false;
};

// Returns the lines of a group that can decide about a request, at most `max`,
// which is at least kPace.size(): first those about pace, then the rules in the
// order in which they decide. Several Request-rate lines decide together, and
// so do several Visit-time lines: here they are one line, whose text is the
// field's name.
std::vector<DecidingLine> deciding_lines(const Group& group,
                                         std::size_t max = SIZE_MAX);
std::size_t count_of_deciding_lines(const Group& group);

// Returns the group's line with that key; nullopt if there is none.
std::optional<DecidingLine> deciding_line(const Group& group,
                                          std::uint64_t key);

}  // namespace robots
