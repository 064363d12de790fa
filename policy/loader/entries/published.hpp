// Reads lists of addresses and sets of keys that operators publish for their
// crawlers. A policy has paths of files with these lists and sets
// (`ranges_file`, `keys_file`), or the path of a folder in which `robotsctl
// sources update` keeps copies of them (`identity`).
//
// A file that cannot be used causes a warning with its name, and no error. The
// reason is that other programs write these files, maybe while a load reads
// them, and an incomplete file should not make the load fail. Only a file
// outside of the roots is an error.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "policy/crawlers/crawlers.hpp"
#include "policy/loader/entries/crawler_entries.hpp"
#include "policy/loader/files/policy_files.hpp"
#include "policy/loader/yaml/reader.hpp"

namespace robots::loader {

// Adds to each crawler the contents of its `ranges_files` and `keys_files`.
// Reads the addresses of all crawlers first, then the keys. For a file that
// cannot be used, adds a set that is marked as unusable.
void read_published_files(std::vector<CrawlerEntry>& crawlers,
                          PolicyFiles& files, Findings& findings);

struct IdentityEntry {
    std::optional<Text> directory;
    std::string folder;  // the path of `directory`, once it is read
};

IdentityEntry read_identity(const Reader& reader, const Value& value);

// The folder of `identity` has copies of what operators publish. Adds to each
// crawler the copies of the lists at its `ranges_url` and of the keys at its
// `keys_url`. If the folder has only some of the lists of a crawler, adds the
// missing lists as unusable, because only all lists together have all addresses
// of the crawler. If the folder has no list of the crawler, adds nothing.
// Returns the path of the folder, or "" if `identity` has no folder.
std::string read_identity_folder(const IdentityEntry& identity,
                                 std::vector<Crawler>& crawlers,
                                 PolicyFiles& files, Findings& findings);

}  // namespace robots::loader
