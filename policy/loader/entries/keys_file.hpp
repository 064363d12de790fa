// The keys that crawlers sign their requests with, as their operators publish
// them (signature/key_set.hpp).

#ifndef ROBOTS_POLICY_LOADER_ENTRIES_KEYS_FILE_HPP
#define ROBOTS_POLICY_LOADER_ENTRIES_KEYS_FILE_HPP

#include <vector>

#include "policy/loader/entries/crawler_entries.hpp"
#include "policy/loader/yaml/findings.hpp"
#include "policy/loader/yaml/policy_files.hpp"

namespace robots::loader {

// Adds the keys of each crawler's `keys_file`. As with lists of addresses, a
// file that cannot be used is a warning and an unusable set, not an error.
void read_keys_files(std::vector<CrawlerEntry>& crawlers, PolicyFiles& files,
                     Findings& findings);

}  // namespace robots::loader

#endif
