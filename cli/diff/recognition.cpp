#include "cli/diff/recognition.hpp"

#include <vector>

#include "cli/output/text.hpp"
#include "policy/base/ascii.hpp"

namespace robotsctl {

namespace {

// The maximum number of removed, and of added, prefixes to list for a crawler.
// If there are more, only their number is shown.
constexpr std::size_t kMostPrefixes = 8;

struct Recognition {
    SpelledLines lines;
    SpelledLines prefixes;  // of the crawler's addresses
};

std::string known_line(robots::Category category) {
    return robots::is_no_crawler(category)
               ? "known by name, as a " + std::string(to_string(category)) +
                     ": `*` does not bind it"
               : "known by name: judged from its first request on, also when "
                 "it sends data";
}

void add_keys(const robots::Crawler& entry, SpelledLines& lines) {
    SpelledLines keys;
    for (const robots::PublishedKeys& set : entry.keys) {
        for (const robots::signature::TimedKey& each : set.keys) {
            if (!each.key->is_test_key()) {
                keys.insert("key: " + each.key->thumbprint());
            }
        }
    }
    if (!keys.empty()) {
        for (const std::string& url : entry.keys_urls) {
            keys.insert("keys_url: " + url);
        }
    }
    lines.merge(keys);
}

// If a token is not in the catalogue and only a group mentions it, headers are
// searched for the token only at the place of a product name. So the result for
// this token has no line "match".
Recognition recognition_of(const robots::Crawlers& crawlers,
                           const robots::Crawler* entry) {
    Recognition out;
    if (entry == nullptr) {
        return out;
    }
    if (entry->in_user_agent &&
        (entry->catalogued || !crawlers.is_browser_word(entry->token))) {
        out.lines.insert(known_line(entry->category));
    }
    if (entry->in_user_agent && entry->catalogued) {
        for (const std::string& text :
             entry->match.empty() ? std::vector<std::string>{entry->token}
                                  : entry->match) {
            out.lines.insert("match: " + robots::fold(text));
        }
    }
    if (entry->self_hosted) {
        out.lines.insert("self_hosted: true");
    }
    for (const std::string& domain : entry->rdns) {
        out.lines.insert("rdns: " + domain);
    }
    for (const robots::PublishedRanges& list : entry->ranges) {
        if (!list.usable) {
            out.lines.insert("ranges: a list that cannot be used");
        }
        for (const auto& prefix : list.addresses.prefixes()) {
            out.prefixes.insert(prefix.text());
        }
    }
    add_keys(*entry, out.lines);
    return out;
}

void add_prefixes(const SpelledLines& prefixes, SpelledLines& lines) {
    if (prefixes.size() > kMostPrefixes) {
        lines.insert("ranges: " + count_text(prefixes.size()) + " prefixes");
        return;
    }
    for (const std::string& prefix : prefixes) {
        lines.insert("ranges: " + prefix);
    }
}

}  // namespace

LineChanges recognition_changes(const robots::Crawlers& before,
                                const robots::Crawlers& after,
                                const std::string& token) {
    const robots::Crawler* was = before.find(token);
    const robots::Crawler* is = after.find(token);
    const Recognition old_one = recognition_of(before, was);
    const Recognition new_one = recognition_of(after, is);
    const bool is_customers = (was != nullptr && was->is_customers) ||
                              (is != nullptr && is->is_customers);
    LineChanges out = is_customers ? LineChanges{old_one.lines, new_one.lines}
                                   : changes(old_one.lines, new_one.lines);
    const LineChanges prefixes = changes(old_one.prefixes, new_one.prefixes);
    add_prefixes(prefixes.removed, out.removed);
    add_prefixes(prefixes.added, out.added);
    return out;
}

}  // namespace robotsctl
