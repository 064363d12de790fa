// A policy from a robots.txt that a site has already.

#ifndef ROBOTS_POLICY_LOADER_IMPORT_HPP
#define ROBOTS_POLICY_LOADER_IMPORT_HPP

#include <string>
#include <string_view>
#include <vector>

namespace robots {

struct Imported {
    // A policy file of one site: `host`, or the default where that is empty.
    std::string yaml;
    // What the robots.txt says to no effect, and so is not in the policy: one
    // sentence each.
    std::vector<std::string> dropped;
};

// Loading the result gives a robots.txt that means the same to every crawler:
// the same groups, with the same rules and the same further lines. The comments
// on top are kept; others are not.
Imported import_robots_txt(std::string_view text, std::string_view host);

}  // namespace robots

#endif
