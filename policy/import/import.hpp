// Makes a policy of an existing robots.txt.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "policy/import/lines.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

struct Imported {
    // Not empty: nothing was imported, and why, as a sentence about "it".
    std::string problem;
    // A policy file with one site for `host`, or a default if that is empty.
    // Loading it succeeds.
    std::string yaml;
    // The lines that are not in the policy as they were. All other lines mean
    // the same to every crawler before and after.
    std::vector<ImportNotes> notes;
};

// Reads `text` as the largest crawlers do. Loading the result gives a
// robots.txt that means the same to every crawler: the same groups, with the
// same rules and the same other lines. Of comments, those on top and those
// directly above a group are kept. With Runs::apart, groups that crawlers run
// together are kept apart where each has lines of its own.
//
// Refuses anything but a robots.txt (content_kind.hpp), and a result that would
// be larger than 500 KiB when it is published.
Imported import_robots_txt(std::string_view text, std::string_view host,
                           Runs runs = Runs::together);

}  // namespace robots
