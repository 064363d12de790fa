// YAML to paste into a policy: it changes what happens to one crawler, or to
// all that have no group of their own, and nothing else.

#ifndef ROBOTS_POLICY_LOADER_SNIPPETS_HPP
#define ROBOTS_POLICY_LOADER_SNIPPETS_HPP

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
    // Whom else it changes, and what it does to the site in search: sentences,
    // which are comments of the YAML, too.
    std::vector<std::string> notes;
    // A first line says where it is pasted.
    std::string yaml;
};

// For a crawler on a site, or for the token "*" all that have no group of their
// own there. None for what is no product token, and where the site's author
// wrote robots.txt instead of groups.
std::vector<Snippet> snippets_for(const Policy& policy, const Site& site,
                                  const Sighting& crawler);

// What `group` binds its crawlers to, for `token` alone. `document` is the
// robots.txt that has the group.
RobotsGroup group_for(std::string_view token, const Group* group,
                      const RobotsTxt& document);

}  // namespace robots

#endif
