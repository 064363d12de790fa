// Compares the meaning of a group's rules, whatever their spelling.

#pragma once

#include <set>
#include <string>
#include <string_view>

#include "policy/matching/rule_set.hpp"

namespace robotsctl {

using Lines = std::set<std::string>;

struct RuleLines {
    // One spelling for each set of targets: "Disallow: /a" for "/a*".
    Lines spelled;
    // The lines of only those rules that decide about some target, in the same
    // spelling. Two groups with equal lines judge every target alike, but
    // groups with different lines may judge alike, too.
    Lines meaning;
};

// Returns the lines of `rules`. More than a few hundred rules are not compared
// with each other: both sets are the lines as written.
RuleLines lines_of(const robots::RuleSet& rules);

// Returns a line in one spelling: the letter case of fields, and the order
// within the values of Content-Signal and Content-Usage do not matter.
std::string spelled_line(std::string_view field, std::string_view value);

// Whether a line of a robots.txt names crawlers or limits their pace.
bool is_about_crawlers(std::string_view line);

// Spells a line of a robots.txt as lines_of() and spelled_line() do.
std::string spelled_text(std::string_view line);

}  // namespace robotsctl
