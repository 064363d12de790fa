// Entries of `crawlers` must not match browsers. Entries of included files must
// not match other crawlers either.

#pragma once

#include <cstdint>
#include <vector>

#include "policy/crawlers/crawlers.hpp"
#include "policy/loader/entries/crawler_entries.hpp"

namespace robots::loader {

// Adds an error for each of `entries` that matches headers of browsers, and for
// each one outside of `main_file` that changes an entry of the catalogue or of
// the main file, or matches its headers. `crawlers`: the catalogue with all
// entries.
void check_crawlers(const std::vector<CrawlerEntry>& entries,
                    const Crawlers& crawlers, std::uint32_t main_file,
                    Findings& findings);

}  // namespace robots::loader
