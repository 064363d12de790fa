// Writes YAML to paste into a policy. It changes only what happens to one
// crawler, or to all crawlers without a group of their own.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "policy/robots_txt/robots_txt.hpp"
#include "policy/site/policy.hpp"

namespace robots {

enum class Act : std::uint8_t {
    slow_down,  // a crawl-delay of 5 s, or the present one if longer
    refuse,
    exempt,
    log_only,
    refuse_impostors,
    name_it,  // add a crawler whose name the catalogue does not have
    suspend,  // the whole site
};

// "slow_down"
std::string_view to_string(Act act);

struct Snippet {
    Act act;
    // Sentences about other crawlers that the snippet affects, about its effect
    // on the site in search engines, and about `at_least` where it may refuse
    // the snippet. `yaml` has them as comments, too.
    std::vector<std::string> notes;
    // The first line is a comment that says where to paste the YAML.
    std::string yaml;
};

// Returns the snippets for a crawler on a site; the token "*" means all
// crawlers without a group of their own there. Returns none if the token is not
// a product token; only `name_it` or `suspend` if the site's author wrote
// robots.txt instead of groups, or the site has no robots.txt. Leaves out
// snippets that would repeat more than 500 rules, or make a private group
// stricter.
std::vector<Snippet> snippets_for(const Policy& policy, const Site& site,
                                  const Sighting& crawler);

// Returns a group for `token` alone, with the lines of `group`, or without
// lines for nullptr. `document` must be the robots.txt that has `group`, unless
// `group` is private.
RobotsGroup group_for(std::string_view token, const Group* group,
                      const RobotsTxt& document);

}  // namespace robots
