// Where operators publish what changes: lists of addresses, and keys.

#ifndef ROBOTS_POLICY_LOADER_ENTRIES_CRAWLER_URLS_HPP
#define ROBOTS_POLICY_LOADER_ENTRIES_CRAWLER_URLS_HPP

#include <string>
#include <vector>

#include "policy/loader/yaml/reader.hpp"

namespace robots::loader {

// One https URL or a list of them, each with its host in canonical form, and an
// origin without a path: "https://example.com", "https://example.com/a.json".
// Others are errors and left out.
std::vector<std::string> read_https_urls(const Reader& reader,
                                         const Value& value);

}  // namespace robots::loader

#endif
