// What the `crawlers` of a policy must not do: make crawlers of browsers, and,
// in an included file, take requests from the crawlers of others.

#ifndef ROBOTS_POLICY_LOADER_ENTRIES_CRAWLER_CHECKS_HPP
#define ROBOTS_POLICY_LOADER_ENTRIES_CRAWLER_CHECKS_HPP

#include <cstdint>
#include <vector>

#include "policy/crawlers/crawlers.hpp"
#include "policy/loader/entries/crawler_entries.hpp"

namespace robots::loader {

// Errors for `entries` that match headers of browsers, and for those outside of
// `main_file` that change the catalogue, or what the main file adds to it.
// `crawlers` are the catalogue with all entries in it.
void check_crawlers(const std::vector<CrawlerEntry>& entries,
                    const Crawlers& crawlers, std::uint32_t main_file,
                    Findings& findings);

}  // namespace robots::loader

#endif
