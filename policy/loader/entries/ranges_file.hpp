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

// Adds what the files of each crawler's `ranges_file` say. A file that can't be
// used is warned of and leaves an unusable list: someone else writes it, maybe
// while it is read, and no site is to go down over that.
void read_ranges_files(std::vector<CrawlerEntry>& crawlers, PolicyFiles& files,
                       Findings& findings);

// The list that a JSON text holds, or what is wrong with it.
struct ReadRanges {
    AddressRanges addresses;
    std::string
        problem;  // not empty: a sentence's clause, "it is not JSON ..."
};
ReadRanges read_ranges_json(std::string_view text);

}  // namespace robots::loader

#endif
