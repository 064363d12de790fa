#include "policy/loader/entries/crawler_entries.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/loader/entries/rows.hpp"
#include "policy/robots_txt/product_token.hpp"
#include "policy/site/host.hpp"

namespace robots::loader {

namespace {

using ObeysMember = std::optional<Obeys> CrawlerEntry::*;

template <ObeysMember directive>
void read_obeys(const Reader& reader, const Value& value, CrawlerEntry& entry) {
    if (const auto obeys = reader.boolean(value)) {
        entry.*directive = *obeys ? Obeys::yes : Obeys::no;
    }
}

constexpr Key<CrawlerEntry> kObeys[] = {
    {"wildcard", read_obeys<&CrawlerEntry::wildcard>},
    {"crawl_delay", read_obeys<&CrawlerEntry::crawl_delay>},
    {"request_rate", read_obeys<&CrawlerEntry::request_rate>},
    {"visit_time", read_obeys<&CrawlerEntry::visit_time>},
};

// Reads a product token. Returns nullopt after an error.
std::optional<std::string> read_token(const Reader& reader,
                                      const Value& value) {
    auto token = reader.text(value);
    if (token && !is_product_token(*token)) {
        reader.error(value.place(), "bad-token",
                     "invalid product token " + cited(*token) +
                         "; use only letters, digits, `_`, `-` and `.`");
        return std::nullopt;
    }
    return token;
}

std::vector<Text> read_match(const Reader& reader, const Value& value) {
    return reader.filled_texts(
        value,
        "`match` has an empty value; write a text that the crawler's "
        "User-Agent header contains");
}

void read_ranges(const Reader& reader, const Value& value,
                 CrawlerEntry& entry) {
    std::vector<AddressPrefix> prefixes;
    for (const Text& text : reader.texts(value)) {
        const ReadPrefix read = read_prefix(text.value);
        if (read.prefix) {
            prefixes.push_back(*read.prefix);
        } else {
            reader.error(text.place, "bad-range",
                         cited(text.value) + ' ' + read.problem);
        }
    }
    if (!prefixes.empty()) {
        PublishedRanges list;
        list.addresses = AddressRanges(std::move(prefixes));
        list.place = value.place();
        entry.ranges.push_back(std::move(list));
    }
}

// Returns why `domain` cannot be the domain of reverse DNS names, or "".
std::string problem_of_domain(const std::string& domain) {
    if (!address_from(domain).empty() || domain.front() == '[') {
        return " is an address, not a domain; write it under `ranges`";
    }
    if (domain.front() == '*') {
        return " already includes all names below it; remove the `*.`";
    }
    const auto host = canonical_host(domain);
    if (!host) {
        return " is not a domain; write one such as `googlebot.com`";
    }
    return host->find('.') == std::string::npos
               ? " is open to everybody; write a domain of the operator, such "
                 "as `googlebot.com`"
               : "";
}

void read_rdns(const Reader& reader, const Value& value, CrawlerEntry& entry) {
    std::vector<std::string> domains;
    for (Text& text : reader.texts(value)) {
        const bool dotted = text.value.size() > 1 && text.value[0] == '.';
        const std::string domain = text.value.substr(dotted ? 1 : 0);
        const std::string problem =
            domain.empty()
                ? " is not a domain; write one such as `googlebot.com`"
                : problem_of_domain(domain);
        if (problem.empty()) {
            domains.push_back(*canonical_host(domain));
        } else {
            reader.error(text.place, "bad-host", cited(text.value) + problem);
        }
    }
    entry.rdns = std::move(domains);
}

// Whether the target of a URL can be sent in a request, and is unambiguous.
bool is_target(const std::string& target) {
    return std::all_of(target.begin(), target.end(), [](char c) {
        return c > ' ' && c < '\x7f' && c != '#' && c != '"' && c != '\\';
    });
}

std::optional<std::string> canonical_url(const std::string& text) {
    const auto url = parse_url(text);
    // parse_url() ignores a user and a password in `text`, so this function
    // searches for the "@" after them.
    constexpr std::size_t kScheme = std::string_view("https://").size();
    const std::string authority =
        text.substr(0, text.find_first_of("/?#", kScheme));
    if (!url || url->scheme != Scheme::https || !is_target(url->target) ||
        authority.find('@') != std::string::npos) {
        return std::nullopt;
    }
    std::string out = origin({url->host, url->port, url->scheme});
    return url->target == "/" ? out : out + url->target;
}

// Reads one https URL or a list. Returns URLs with a canonical host, and
// without the path "/": "https://example.com", "https://example.com/a.json".
// Reports an error for each text that is not an https URL, and leaves the text
// out.
std::vector<std::string> read_https_urls(const Reader& reader,
                                         const Value& value) {
    std::vector<std::string> out;
    for (const Text& text : reader.texts(value)) {
        if (auto url = canonical_url(text.value)) {
            out.push_back(std::move(*url));
        } else {
            reader.error(text.place, "bad-url",
                         "`" + std::string(value.key) +
                             "`: " + cited(text.value) +
                             " is not an https URL; write one such as "
                             "`https://example.com`");
        }
    }
    return out;
}

const Key<CrawlerEntry> kCrawlerKeys[] = {
    {"token",
     [](const Reader& reader, const Value& value, CrawlerEntry& entry) {
         entry.token = read_token(reader, value).value_or("");
         entry.token_place = value.place();
     }},
    {"match", read_as<&CrawlerEntry::match, read_match>},
    {"category",
     [](const Reader& reader, const Value& value, CrawlerEntry& entry) {
         if (const auto at = reader.choice(
                 value, {kCategoryNames.begin(), kCategoryNames.end()},
                 "unknown-category")) {
             entry.category = static_cast<Category>(*at);
         }
     }},
    {"operator", read_as<&CrawlerEntry::operator_name, read_text>},
    {"docs", read_as<&CrawlerEntry::docs, read_text>},
    {"obeys",
     [](const Reader& reader, const Value& value, CrawlerEntry& entry) {
         read_map(reader, value, "`obeys`", kObeys, entry);
     }},
    {"falls_back_to", read_placed<&CrawlerEntry::falls_back_to, read_token>},
    {"in_user_agent", read_as<&CrawlerEntry::in_user_agent, &Reader::boolean>},
    {"self_hosted",
     read_as<&CrawlerEntry::self_hosted, &Reader::boolean>,
     {},
     {1}},
    {"ranges", read_ranges},
    {"ranges_file", read_as<&CrawlerEntry::ranges_files, read_texts>},
    {"ranges_url",
     read_as<&CrawlerEntry::ranges_urls, read_https_urls>,
     {},
     {1}},
    {"rdns", read_rdns},
    {"keys_url",
     [](const Reader& reader, const Value& value, CrawlerEntry& entry) {
         entry.keys_urls = read_https_urls(reader, value);
         entry.keys_url_place = value.place();
     },
     {},
     {1}},
    {"keys_file", read_as<&CrawlerEntry::keys_files, read_texts>, {}, {1}},
};

void overlay(const CrawlerEntry& entry, Crawler& crawler) {
    crawler.in_policy = true;
    if (entry.match) {
        crawler.own_match = true;
        crawler.match.clear();
        for (const Text& text : *entry.match) {
            crawler.match.push_back(text.value);
        }
    }
    assign(crawler.category, entry.category);
    assign(crawler.operator_name, entry.operator_name);
    assign(crawler.docs, entry.docs);
    assign(crawler.wildcard, entry.wildcard);
    assign(crawler.crawl_delay, entry.crawl_delay);
    assign(crawler.request_rate, entry.request_rate);
    assign(crawler.visit_time, entry.visit_time);
    assign(crawler.in_user_agent, entry.in_user_agent);
    assign(crawler.self_hosted, entry.self_hosted);
    assign(crawler.rdns, entry.rdns);
    assign(crawler.ranges_urls, entry.ranges_urls);
    if (entry.keys_urls) {
        crawler.keys_urls = *entry.keys_urls;
        crawler.keys_url_place = entry.keys_url_place;
    }
    if (!entry.keys.empty()) {
        crawler.keys = entry.keys;
    }
    if (!entry.ranges.empty()) {
        crawler.ranges = entry.ranges;
    }
    if (entry.falls_back_to) {
        crawler.falls_back_to = entry.falls_back_to->value;
    }
}

// Maps folded tokens to indexes in the catalogue.
using Index = std::unordered_map<std::string, std::size_t>;

void check_fallback(const CrawlerEntry& entry,
                    const std::vector<Crawler>& catalogue, const Index& index,
                    Findings& findings) {
    const Crawler* crawler = &catalogue[index.at(fold(entry.token))];
    for (std::size_t step = 0; !crawler->falls_back_to.empty(); ++step) {
        const auto it = index.find(fold(crawler->falls_back_to));
        if (it == index.end()) {
            findings.error(entry.falls_back_to->place, "unknown-crawler",
                           "unknown crawler " + cited(crawler->falls_back_to) +
                               " in `falls_back_to`; it is neither in the "
                               "catalogue nor under `crawlers`");
            return;
        }
        if (step == catalogue.size()) {
            findings.error(entry.falls_back_to->place, "fallback-cycle",
                           cited(entry.token) +
                               " falls back to itself, directly or through "
                               "others; remove one `falls_back_to`");
            return;
        }
        crawler = &catalogue[it->second];
    }
}

}  // namespace

std::vector<CrawlerEntry> read_crawler_entries(const Reader& reader,
                                               const Value& value) {
    std::vector<CrawlerEntry> out;
    for (const Value& item : reader.list(value)) {
        CrawlerEntry entry;
        entry.place = item.place();
        if (!read_map(reader, item, "a crawler", kCrawlerKeys, entry)) {
            continue;
        }
        if (entry.token_place.line == 0) {
            reader.error(item.place(), "missing-key",
                         "missing `token` in a crawler");
        }
        if (!entry.token.empty()) {
            out.push_back(std::move(entry));
        }
    }
    return out;
}

std::vector<Crawler> merge_crawlers(std::vector<Crawler> catalogue,
                                    const std::vector<CrawlerEntry>& entries,
                                    Findings& findings) {
    Index index;
    for (std::size_t i = 0; i < catalogue.size(); ++i) {
        index.emplace(fold(catalogue[i].token), i);
    }
    std::unordered_map<std::string, Place> seen;
    for (const CrawlerEntry& entry : entries) {
        const std::string folded = fold(entry.token);
        const auto [first, is_new] = seen.emplace(folded, entry.token_place);
        if (!is_new) {
            findings.error(entry.token_place, "duplicate-crawler",
                           "duplicate crawler " + cited(entry.token) +
                               ", first at " + findings.where(first->second) +
                               "; write one entry");
            continue;
        }
        const auto [at, added] = index.emplace(folded, catalogue.size());
        if (added) {
            catalogue.emplace_back();
            catalogue.back().token = entry.token;
            catalogue.back().own_match = true;
        }
        overlay(entry, catalogue[at->second]);
    }
    for (const CrawlerEntry& entry : entries) {
        if (entry.falls_back_to) {
            check_fallback(entry, catalogue, index, findings);
        }
    }
    return catalogue;
}

}  // namespace robots::loader
