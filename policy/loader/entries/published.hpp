// What operators publish about their crawlers: lists of addresses and sets of
// keys. A policy names files that have these (`ranges_file`, `keys_file`), or
// the folder in which `robotsctl sources update` keeps copies (`identity`).
//
// Nothing about such files is an error, except that one lies outside of the
// roots: others write them, maybe while they are read, and no site should go
// down because of that. A warning says what cannot be used.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "policy/crawlers/crawlers.hpp"
#include "policy/loader/entries/crawler_entries.hpp"
#include "policy/loader/files/policy_files.hpp"
#include "policy/loader/yaml/reader.hpp"

namespace robots::loader {

// Adds what each crawler's files have, of all crawlers the addresses first. A
// file that cannot be used is an unusable set.
void read_published_files(std::vector<CrawlerEntry>& crawlers,
                          PolicyFiles& files, Findings& findings);

struct IdentityEntry {
    std::optional<Text> directory;
    std::string folder;  // its path; set when it has been read
};

IdentityEntry read_identity(const Reader& reader, const Value& value);

// Adds to each crawler the lists of its `ranges_url` and the keys of its
// `keys_url` that are in the folder. A crawler stays as it is if none of
// its lists is there. If only some are, the others count as unusable, since all
// lists together must have all of its addresses. Returns the folder, or "" if
// the policy names none.
std::string read_identity_folder(const IdentityEntry& identity,
                                 std::vector<Crawler>& crawlers,
                                 PolicyFiles& files, Findings& findings);

}  // namespace robots::loader
