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
    slow_down,  // to one request in 5 s, or the present rate if lower
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
    // Sentences about the other crawlers that the snippet affects, and about
    // what it means for the site in search engines. The YAML has these as
    // comments, too.
    std::vector<std::string> notes;
    // Its first line says where to paste it.
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

// Returns a group with the lines of `group` for `token` alone. `document` is
// the robots.txt that has `group`, unless the group is private.
RobotsGroup group_for(std::string_view token, const Group* group,
                      const RobotsTxt& document);

}  // namespace robots
