// Makes a policy from an existing robots.txt.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "policy/import/lines.hpp"
#include "policy/import/writer.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

struct Imported {
    // Why nothing was imported: a sentence in which "it" means the imported
    // file. Empty if the import succeeded.
    std::string problem;
    // A policy file with one site, or with `default`. The file can be loaded
    // without an error.
    std::string yaml;
    // Notes about lines that are lost, changed or unclear. All other lines mean
    // the same to every crawler before and after the import.
    std::vector<ImportNotes> notes;
};

// Imports the robots.txt `text`, which is read as the largest crawlers read it.
// `claims` says which requests the site of the policy answers. The policy
// publishes a robots.txt that means the same to every crawler: the same groups,
// with the same rules and the same other lines. Keeps the comments at the top
// of the file, and the comments directly above a group. With Runs::apart,
// groups that crawlers merge into one group stay separate if each has its own
// lines.
//
// Imports nothing if `text` is not a robots.txt (content_kind.hpp), or if the
// published robots.txt would be larger than 500 KiB.
Imported import_robots_txt(std::string_view text, const ClaimKeys& claims,
                           Runs runs = Runs::together);

// Imports `text` for the site `host`, or for `default` if `host` is empty.
inline Imported import_robots_txt(std::string_view text, std::string_view host,
                                  Runs runs = Runs::together) {
    return import_robots_txt(text, keys_for(host), runs);
}

}  // namespace robots
