// Lists of the addresses that crawlers come from, in the JSON form that their
// operators publish:
//
//     {"creationTime": "...",
//      "prefixes": [{"ipv4Prefix": "192.0.2.0/24"},
//                   {"ipv6Prefix": "2001:db8::/32"}]}

#ifndef ROBOTS_POLICY_LOADER_ENTRIES_RANGES_FILE_HPP
#define ROBOTS_POLICY_LOADER_ENTRIES_RANGES_FILE_HPP

#include <string_view>
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

// The list in a JSON text, or what is wrong with it.
struct ReadRanges {
    AddressRanges addresses;
    std::string problem;  // not empty: "it is not valid JSON, ..."
};
ReadRanges read_ranges_json(std::string_view text);

}  // namespace robots::loader

#endif
