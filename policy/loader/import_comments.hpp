// The comments of a robots.txt that a policy can keep: those on top, and those
// directly above a group.

#ifndef ROBOTS_POLICY_LOADER_IMPORT_COMMENTS_HPP
#define ROBOTS_POLICY_LOADER_IMPORT_COMMENTS_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "policy/loader/import_notes.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

// Puts the comments of `text` into `document`, which was read from it: those on
// top into its header, those directly above the first User-agent line of a
// group into that group. If two blocks of comments are on top, the last is that
// of the group below it. Adds the others to `report`.
void take_comments(std::string_view text, RobotsTxt& document,
                   ImportReport& report);

}  // namespace robots

#endif
