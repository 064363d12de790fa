// Makes a policy of an existing robots.txt.

#ifndef ROBOTS_POLICY_LOADER_IMPORT_HPP
#define ROBOTS_POLICY_LOADER_IMPORT_HPP

#include <string>
#include <string_view>
#include <vector>

#include "policy/loader/import_notes.hpp"
#include "policy/robots_txt/runs.hpp"

namespace robots {

struct Imported {
    // Not empty: nothing was imported, and why, as a sentence about "it".
    std::string problem;
    // A policy file with one site for `host`, or a default if that is empty.
    // Loading it succeeds.
    std::string yaml;
    // The lines that are not in the policy as they are. A line that is in none
    // of them means the same to every crawler before and after.
    std::vector<ImportNotes> notes;
};

// Reads `text` as the largest crawlers do. Loading the result gives a
// robots.txt that means the same to every crawler: the same groups, with the
// same rules and the same other lines. Of comments, those on top and those
// directly above a group are kept. With Runs::apart, groups that crawlers run
// together are kept apart where each has lines of its own.
//
// Anything but a robots.txt (content_kind.hpp) is refused, and what would be
// larger than 500 KiB as a policy publishes it.
Imported import_robots_txt(std::string_view text, std::string_view host,
                           Runs runs = Runs::together);

}  // namespace robots

#endif
