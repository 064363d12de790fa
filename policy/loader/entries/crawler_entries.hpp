// Reads crawlers as people write them: the `crawlers` of a policy, and those of
// crawlers.yaml, which the build embeds.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "policy/crawlers/crawlers.hpp"
#include "policy/loader/yaml/reader.hpp"

namespace robots::loader {

// One entry. The catalogue's values count for keys that the entry lacks.
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
    // The addresses of `ranges`; read_published_files adds those of the files.
    std::vector<PublishedRanges> ranges;
    std::optional<std::vector<std::string>> ranges_urls;
    std::optional<std::vector<std::string>> keys_urls;
    Place keys_url_place;
    std::vector<Text> keys_files;
    std::vector<PublishedKeys> keys;  // from files
};

// Returns the entries of a `crawlers` list. Reports entries without a valid
// token as errors, and leaves them out.
std::vector<CrawlerEntry> read_crawler_entries(const Reader& reader,
                                               const Value& value);

// Returns the catalogue with `entries` added. The values of an entry replace
// those of the catalogue's crawler with its token. Errors: duplicate tokens in
// `entries`, and a falls_back_to that names no crawler or leads back to its own
// crawler.
std::vector<Crawler> merge_crawlers(std::vector<Crawler> catalogue,
                                    const std::vector<CrawlerEntry>& entries,
                                    Findings& findings);

// Reports an error for each entry that matches headers of browsers. If none
// does, also reports each entry of an included file that has the token of a
// crawler of the catalogue or of `main_file`, or matches headers of one. Does
// nothing if `findings` has errors. `crawlers`: the catalogue with all entries.
void check_crawlers(const std::vector<CrawlerEntry>& entries,
                    const Crawlers& crawlers, std::uint32_t main_file,
                    Findings& findings);

}  // namespace robots::loader
