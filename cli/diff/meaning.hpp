// Writes rules in one spelling, so that what groups mean can be compared.

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
    // The lines of `spelled`, without rules that decide about no target. Groups
    // with equal lines judge every target alike; groups with different lines
    // may still do so.
    Lines meaning;
};

// Returns the lines of `rules`. If there are more than 400 rules, both sets
// have the lines as they are written, since comparing all pairs is slow.
RuleLines lines_of(const robots::RuleSet& rules);

// Returns a line in one spelling: with the usual letter case of its field, and
// with the values of Content-Signal and Content-Usage sorted.
std::string spelled_line(std::string_view field, std::string_view value);

// Whether a line of a robots.txt names crawlers or limits their pace.
bool is_about_crawlers(std::string_view line);

// Returns a line of a robots.txt in the spelling of lines_of() if it is a rule,
// or else of spelled_line().
std::string spelled_text(std::string_view line);

}  // namespace robotsctl
