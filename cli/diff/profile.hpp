// Lists what a robots.txt asks of a crawler, as lines that can be compared.

#pragma once

#include <map>
#include <string>

#include "cli/diff/meaning.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

// The lines that only one side of a comparison has.
struct LineChanges {
    SpelledLines removed;
    SpelledLines added;

    bool empty() const { return removed.empty() && added.empty(); }
};

bool operator<(const LineChanges& a, const LineChanges& b);
LineChanges changes(const SpelledLines& before, const SpelledLines& after);

// What a group asks for: its rules, and lines for its other settings
// ("Crawl-delay: 2", "enforce disallow: reject").
struct GroupLines {
    RuleLines rules;
    SpelledLines others;
};

// Returns the lines that differ. Includes lines of rules only if the meaning of
// the rules changes.
LineChanges changes(const GroupLines& before, const GroupLines& after);

// One side of a comparison: a robots.txt, and the crawlers that its policy
// knows.
class Profile {
  public:
    // Both arguments must outlive this object. `robots` is nullptr if there is
    // no robots.txt.
    Profile(const robots::Robots* robots, const robots::Crawlers& crawlers);

    // Whether the site knows the crawler with this product token. If only a
    // customer's file mentions a crawler, only the sites of this file know the
    // crawler.
    bool knows(const std::string& token) const;

    // Returns the group that binds a crawler; for "*", the group that binds all
    // crawlers that no group names. Returns nullptr if no group applies.
    const robots::Group* group(const std::string& token) const;

    // Returns the lines of a group; empty if `group` is nullptr.
    const GroupLines& of(const robots::Group* group);

    // Returns the budgets that apply to a crawler, as "budget ai". For "*",
    // returns the budgets that apply to a crawler that no budget mentions.
    SpelledLines budgets(const std::string& token) const;

    // Returns the lines for all crawlers, and the lines about how the
    // robots.txt is served.
    SpelledLines of_site() const;

    // The text of the served robots.txt; empty if none is served.
    const std::string& text() const { return rendered_; }

  private:
    const robots::Robots* robots_;
    const robots::Crawlers& crawlers_;
    std::string rendered_;
    robots::RobotsTxt text_;
    std::map<const robots::Group*, GroupLines> groups_;
};

}  // namespace robotsctl
