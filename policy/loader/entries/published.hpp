// Reads lists of addresses and sets of keys that operators publish for their
// crawlers. A policy names files with these (`ranges_file`, `keys_file`), or
// the folder in which `robotsctl sources update` keeps copies (`identity`).
//
// These files cause no errors, except if a file lies outside of the roots:
// others write the files, maybe while they are read, and no site should go down
// because of that. A warning names each file that cannot be used.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "policy/crawlers/crawlers.hpp"
#include "policy/loader/entries/crawler_entries.hpp"
#include "policy/loader/files/policy_files.hpp"
#include "policy/loader/yaml/reader.hpp"

namespace robots::loader {

// Adds the contents of each crawler's files: first the addresses of all
// crawlers, then the keys. Adds an unusable set for a file that cannot be used.
void read_published_files(std::vector<CrawlerEntry>& crawlers,
                          PolicyFiles& files, Findings& findings);

struct IdentityEntry {
    std::optional<Text> directory;
    std::string folder;  // the path of `directory`, once it is read
};

IdentityEntry read_identity(const Reader& reader, const Value& value);

// Adds to each crawler the lists of its `ranges_url` and the keys of its
// `keys_url` that are in the folder. Adds no list if none of the crawler's
// lists is in the folder. If only some are, the missing lists count as
// unusable, since only all lists together have all addresses of the crawler.
// Returns the folder, or "" if the policy names none.
std::string read_identity_folder(const IdentityEntry& identity,
                                 std::vector<Crawler>& crawlers,
                                 PolicyFiles& files, Findings& findings);

}  // namespace robots::loader
