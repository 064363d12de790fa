// Makes a policy of an existing robots.txt.

#ifndef ROBOTS_POLICY_LOADER_IMPORT_HPP
#define ROBOTS_POLICY_LOADER_IMPORT_HPP

#include <string>
#include <string_view>
#include <vector>

namespace robots {

struct Imported {
    // A policy file with one site for `host`, or a default if that is empty.
    std::string yaml;
    // One message for each line that is not in the policy, since it has no
    // effect or a policy cannot say it.
    std::vector<std::string> dropped;
};

// Loading the result gives a robots.txt that means the same to every crawler:
// the same groups, with the same rules and the same other lines. Only comments
// at the top are kept.
Imported import_robots_txt(std::string_view text, std::string_view host);

}  // namespace robots

#endif
