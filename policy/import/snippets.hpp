// YAML to paste into a policy: it changes what happens to one crawler, or to
// all that have no group of their own, and nothing else.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "policy/robots_txt/robots_txt.hpp"
#include "policy/site/policy.hpp"

namespace robots {

enum class Act : std::uint8_t {
    slow_down,  // one request every 5 seconds, or as rarely as now
    refuse,
    exempt,
    log_only,
    refuse_impostors,
    name_it,  // make a crawler of a name that the catalogue does not have
    suspend,  // the whole site
};

// "slow_down"
std::string_view to_string(Act act);

struct Snippet {
    Act act;
    // Which other crawlers it changes, and what it does to the site in search:
    // sentences, which are comments in the YAML, too.
    std::vector<std::string> notes;
    // Its first line says where to paste it.
    std::string yaml;
};

// The snippets for a crawler on a site; for the token "*", for all crawlers
// that have no group of their own there. There are none if `token` is not a
// product token, or if the site's author wrote robots.txt instead of groups.
// One that would repeat more than 500 rules is left out, and so is one that
// would make a private group stricter.
std::vector<Snippet> snippets_for(const Policy& policy, const Site& site,
                                  const Sighting& crawler);

// What `group` binds its crawlers to, for `token` alone. `document` is the
// robots.txt that has the group, unless it is private.
RobotsGroup group_for(std::string_view token, const Group* group,
                      const RobotsTxt& document);

}  // namespace robots
