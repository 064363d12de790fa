// Makes a policy of an existing robots.txt.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "policy/import/lines.hpp"
#include "policy/import/writer.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

struct Imported {
    // Why nothing was imported, as a sentence whose subject is "it"; or empty.
    std::string problem;
    // A policy file with one site, or with `default`. The file can be loaded
    // without an error.
    std::string yaml;
    // Notes about lines that are lost, changed or unclear. All other lines mean
    // the same to every crawler before and after the import.
    std::vector<ImportNotes> notes;
};

// Reads `text` as the largest crawlers do. Loading the result gives a
// robots.txt that means the same to every crawler: the same groups, with the
// same rules and the same other lines. Keeps the comments on top, and those
// directly above a group. With Runs::apart, groups that crawlers merge into one
// stay separate if each has its own lines.
//
// Refuses anything but a robots.txt (content_kind.hpp), and a result that would
// be larger than 500 KiB when it is published.
Imported import_robots_txt(std::string_view text, const ClaimKeys& claims,
                           Runs runs = Runs::together);

// The same for one host, or for `default` if `host` is empty.
inline Imported import_robots_txt(std::string_view text, std::string_view host,
                                  Runs runs = Runs::together) {
    return import_robots_txt(text, keys_for(host), runs);
}

}  // namespace robots
