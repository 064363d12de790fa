// What the rules of a group mean, whatever their spelling.

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
    // The lines without the rules that decide nothing. Two groups with equal
    // lines judge every target alike. But groups may judge alike and have other
    // lines.
    Lines meaning;
};

// The lines of `rules`. More than a few hundred rules are not compared with
// each other: their lines are those that were written.
RuleLines lines_of(const robots::RuleSet& rules);

// A line with a field and a value in one spelling: fields have no case, and
// Content-Signal and Content-Usage no order.
std::string spelled_line(std::string_view field, std::string_view value);

// Whether a line of a robots.txt names crawlers, or is about their pace.
bool is_about_crawlers(std::string_view line);

// A line of a robots.txt as lines_of() and spelled_line() have it.
std::string spelled_text(std::string_view line);

}  // namespace robotsctl
