// Writes snippets: YAML to paste into a policy. A snippet changes only what
// happens to one crawler, or to all crawlers without a group of their own;
// Act::suspend changes the whole site.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "policy/robots_txt/robots_txt.hpp"
#include "policy/site/policy.hpp"

namespace robots {

enum class Act : std::uint8_t {
    slow_down,  // a crawl-delay of 5 s; a longer current delay stays
    refuse,
    exempt,
    log_only,
    refuse_impostors,
    name_it,  // add a crawler whose name the catalogue does not have
    suspend,  // the whole site
};

// Returns the name of an act: "slow_down".
std::string_view to_string(Act act);

struct Snippet {
    Act act;
    // Sentences about other crawlers that the snippet affects, about its effect
    // on search results, and about `at_least`: this key of the main file may
    // forbid the actions of the snippet. `yaml` also contains these sentences,
    // as comments.
    std::vector<std::string> notes;
    // The first line is a comment that says where to paste the YAML.
    std::string yaml;
};

// Returns the snippets for `crawler` on `site`. The token "*" means all
// crawlers without a group of their own on the site. Returns no snippets if the
// token is not a product token. Returns only `name_it` or `suspend` if the
// site's author wrote robots.txt instead of groups, or if the site has no
// robots.txt. Leaves out snippets that would repeat more than 500 rules, make a
// private group stricter, or inherit from a private group.
std::vector<Snippet> snippets_for(const Policy& policy, const Site& site,
                                  const Sighting& crawler);

// Returns a group for `token` alone, with the lines of `group`. If `group` is
// nullptr, the result has no lines. `document` must be the robots.txt that
// contains `group`, unless `group` is private.
RobotsGroup group_for(std::string_view token, const Group* group,
                      const RobotsTxt& document);

}  // namespace robots
