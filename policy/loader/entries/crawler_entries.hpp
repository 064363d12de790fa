// Reads lists of crawlers in YAML: the `crawlers` of a policy, and
// crawlers.yaml, which is the built-in catalogue of crawlers.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "policy/crawlers/crawlers.hpp"
#include "policy/loader/yaml/reader.hpp"

namespace robots::loader {

// One item of a `crawlers` list. If the catalogue has a crawler with the same
// token, its values count for keys that the item lacks.
struct CrawlerEntry {
    Place place;
    std::string token;
    Place token_place;
    std::optional<std::vector<Text>> match;
    std::optional<Category> category;
    std::optional<std::string> operator_name;
    std::optional<std::string> docs;
    std::optional<Obeys> wildcard;
    std::optional<Obeys> crawl_delay;
    std::optional<Obeys> request_rate;
    std::optional<Obeys> visit_time;
    std::optional<Text> falls_back_to;
    std::optional<bool> in_user_agent;
    std::optional<bool> self_hosted;
    std::optional<std::vector<std::string>> rdns;
    std::vector<Text> ranges_files;
    // The addresses of the key `ranges`. read_published_files() adds the
    // addresses in `ranges_files`.
    std::vector<PublishedRanges> ranges;
    std::optional<std::vector<std::string>> ranges_urls;
    std::optional<std::vector<std::string>> keys_urls;
    Place keys_url_place;
    std::vector<Text> keys_files;
    std::vector<PublishedKeys> keys;  // read from keys_files
};

// Returns the items of a `crawlers` list. Reports items without a valid token
// as errors, and leaves them out.
std::vector<CrawlerEntry> read_crawler_entries(const Reader& reader,
                                               const Value& value);

// Returns `catalogue` with `entries` added. If the catalogue has a crawler with
// the token of an entry, the values of the entry replace the values of that
// crawler. Reports errors for duplicate tokens in `entries`, and for a
// `falls_back_to` that names an unknown crawler or leads back to its own
// crawler.
std::vector<Crawler> merge_crawlers(std::vector<Crawler> catalogue,
                                    const std::vector<CrawlerEntry>& entries,
                                    Findings& findings);

// Reports an error for each entry that matches User-Agent headers of browsers.
// If no entry matches these headers, also compares the entries of included
// files with the crawlers of the catalogue and of `main_file`. Reports an error
// for each entry of an included file that has the same token as one of these
// crawlers, or matches headers of one of these crawlers. Does nothing if
// `findings` has errors already. `crawlers` must be the catalogue with all
// entries added.
void check_crawlers(const std::vector<CrawlerEntry>& entries,
                    const Crawlers& crawlers, std::uint32_t main_file,
                    Findings& findings);

}  // namespace robots::loader
