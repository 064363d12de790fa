// The lines of a robots.txt that decide about requests: rules, Crawl-delay,
// Request-rate, Visit-time. Each has a key (line_key) that is the same in every
// process, and over reloads as long as the line says the same.

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

// The key of the line by which the verdict has that violation; of `none`, the
// rule that allows the path. 0: none.
std::uint64_t line_key(const Verdict& verdict, Violation violation) noexcept;
inline std::uint64_t line_key(const Verdict& verdict) noexcept {
    return line_key(verdict, verdict.violation);
}

// That line: "Disallow: /private", "Crawl-delay: 2"; or "budget ai: 300/60",
// which is in no robots.txt and has no key. Empty if nothing of these decided.
std::string line_text(const Verdict& verdict, Violation violation);

// Where that is written; unknown if nothing decided. If one kind has several
// values, the place of the first.
Place place_of(const Verdict& verdict, Violation violation);
inline Place place_of(const Verdict& verdict) {
    return place_of(verdict, verdict.violation);
}

struct DecidingLine {
    std::uint64_t key = 0;
    std::string text;  // "Disallow: /private"
    Place place;       // where its author wrote the first of them
    bool allow = false;
};

// The lines of a group that can decide about a request, at most `max`: first
// those about pace, then the rules in the order in which they decide. Several
// lines of Request-rate decide together, and so do several of Visit-time: they
// are one line here, with that name as its text.
std::vector<DecidingLine> deciding_lines(const Group& group,
                                         std::size_t max = SIZE_MAX);
std::size_t count_of_deciding_lines(const Group& group);

// The line of the group with that key; nullopt: it has none.
std::optional<DecidingLine> deciding_line(const Group& group,
                                          std::uint64_t key);

}  // namespace robots
