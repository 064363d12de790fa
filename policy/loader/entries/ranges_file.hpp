// The lists of addresses that the crawlers of a policy name (`ranges_file`).

#ifndef ROBOTS_POLICY_LOADER_ENTRIES_RANGES_FILE_HPP
#define ROBOTS_POLICY_LOADER_ENTRIES_RANGES_FILE_HPP

#include <vector>

#include "policy/loader/entries/crawler_entries.hpp"
#include "policy/loader/yaml/findings.hpp"
#include "policy/loader/yaml/policy_files.hpp"

namespace robots::loader {

// Adds the lists of each crawler's `ranges_file`. A file that cannot be used is
// a warning and an unusable list, not an error: others write it, maybe while it
// is read, and no site should go down because of that.
void read_ranges_files(std::vector<CrawlerEntry>& crawlers, PolicyFiles& files,
                       Findings& findings);

}  // namespace robots::loader

#endif
