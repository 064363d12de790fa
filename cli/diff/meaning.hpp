// Writes rules in a canonical spelling, so that the meanings of groups can be
// compared.

#pragma once

#include <set>
#include <string>
#include <string_view>

#include "policy/matching/rule_set.hpp"

namespace robotsctl {

using SpelledLines = std::set<std::string>;

struct RuleLines {
    // The rules in canonical spelling: "Disallow: /a" for "/a*". Patterns that
    // match the same targets have the same spelling.
    SpelledLines spelled;
    // The lines of `spelled`, without rules that decide about no target. Groups
    // with equal lines judge every target alike. But groups with different
    // lines can also judge every target alike.
    SpelledLines meaning;
};

// Returns the lines of `rules`. If there are more than 400 rules, `spelled` and
// `meaning` contain the rules as written, because comparing all pairs of rules
// would be slow.
RuleLines lines_of(const robots::RuleSet& rules);

// Returns a line in canonical spelling: the field name has its usual letter
// case, and the values of Content-Signal and Content-Usage are sorted.
std::string spelled_line(std::string_view field, std::string_view value);

// Whether a line of a robots.txt is a User-agent line, or limits the pace of
// crawlers.
bool is_about_crawlers(std::string_view line);

// Returns a line of a robots.txt in canonical spelling: a rule as lines_of()
// spells it, any other line as spelled_line() spells it.
std::string spelled_text(std::string_view line);

}  // namespace robotsctl
