// Who sent a header, by trying every text of every crawler at every octet: what
// Crawlers is tested against.

#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "policy/crawlers/crawlers.hpp"

namespace robots::tests {

class NaiveCrawlers {
  public:
    // `entries` as Crawlers::entries() has them, which outlive this.
    NaiveCrawlers(const std::vector<Crawler>& entries,
                  std::vector<std::string> not_crawlers)
        : entries_(entries), not_crawlers_(std::move(not_crawlers)) {
        for (std::string& word : not_crawlers_) {
            word = lower(word);
        }
        for (std::size_t i = 0; i < entries_.size(); ++i) {
            add_texts(i);
        }
    }

    Sighting identify(std::string_view user_agent) const {
        const std::string_view header = user_agent.substr(0, 2048);
        const Crawler* crawler = named(lower(header));
        if (crawler != nullptr) {
            return {crawler->token, crawler->category, crawler};
        }
        return shaped(header);
    }

  private:
    struct Text {
        std::string text;
        std::size_t crawler;
    };
    using View = std::string_view;

    static std::string lower(View text) {
        std::string out(text);
        for (char& c : out) {
            c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
        return out;
    }

    static std::size_t octet(char c) {
        return static_cast<unsigned char>(lower(View(&c, 1))[0]);
    }

    static bool is_alphanumeric(char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
               (c >= 'A' && c <= 'Z');
    }

    // Whether text[at] is part of a word.
    static bool is_word(View text, std::size_t at) {
        return at < text.size() && (is_alphanumeric(text[at]) ||
                                    text[at] == '-' || text[at] == '_' ||
                                    (text[at] == '.' && at + 1 < text.size() &&
                                     is_alphanumeric(text[at + 1])));
    }

    static bool starts_with(View text, std::size_t at, View what) {
        return at <= text.size() && text.substr(at, what.size()) == what;
    }

    // `header` is in lower case.
    static bool is_url(View header, std::size_t at) {
        return starts_with(header, at, "http://") ||
               starts_with(header, at, "https://");
    }

    static bool is_in_url(View header, std::size_t at) {
        for (std::size_t i = at + 1; i-- > 0;) {
            if (View(" \t;),\"<>").find(header[i]) != View::npos) {
                return false;
            }
            if (is_url(header, i)) {
                return true;
            }
        }
        return false;
    }

    bool is_browser_word(View word) const {
        return std::find(not_crawlers_.begin(), not_crawlers_.end(),
                         lower(word)) != not_crawlers_.end();
    }

    void add_texts(std::size_t crawler) {
        const Crawler& entry = entries_[crawler];
        if (!entry.in_user_agent ||
            (!entry.catalogued && is_browser_word(entry.token))) {
            return;
        }
        std::vector<std::string> texts = entry.match;
        if (texts.empty()) {
            texts.push_back(entry.token);
        }
        for (const std::string& text : texts) {
            if (!text.empty() && text != "*") {
                texts_[octet(text[0])].push_back({lower(text), crawler});
            }
        }
    }

    static bool stands(View header, std::size_t at, View text) {
        const std::size_t end = at + text.size();
        return starts_with(header, at, text) &&
               !(at > 0 && is_word(header, at - 1) && is_word(header, at)) &&
               !(is_alphanumeric(text.back()) && is_word(header, end));
    }

    // Whether a text that only a policy names stands as a product does.
    static bool is_product(View header, std::size_t at, View text) {
        const View front = "compatible; ";
        return at == 0 || starts_with(header, at + text.size(), "/") ||
               (at >= front.size() &&
                starts_with(header, at - front.size(), front));
    }

    // Outside of URLs before inside, then one that is not in the place of a
    // version, then the longest, then the first, then a policy's.
    const Crawler* named(const std::string& header) const {
        const Crawler* best = nullptr;
        std::tuple<bool, bool, std::ptrdiff_t, std::size_t, bool> best_rank;
        for (std::size_t at = 0; at < header.size(); ++at) {
            for (const Text& text : texts_[octet(header[at])]) {
                const Crawler& crawler = entries_[text.crawler];
                if (!stands(header, at, text.text) ||
                    !(crawler.catalogued ||
                      is_product(header, at, text.text))) {
                    continue;
                }
                const std::tuple rank{
                    is_in_url(header, at), at > 0 && header[at - 1] == '/',
                    -static_cast<std::ptrdiff_t>(text.text.size()), at,
                    !crawler.own_match};
                if (best == nullptr || rank < best_rank) {
                    best = &crawler;
                    best_rank = rank;
                }
            }
        }
        return best;
    }

    static bool ends_with(View text, View end) {
        return text.size() >= end.size() &&
               text.substr(text.size() - end.size()) == end;
    }

    static bool has_version(View header, std::size_t at) {
        if (!starts_with(header, at, "/")) {
            return false;
        }
        at += starts_with(header, at + 1, "v") ? 2 : 1;
        return at < header.size() && header[at] >= '0' && header[at] <= '9';
    }

    // The words of a header: where each starts and ends.
    static std::vector<std::pair<std::size_t, std::size_t>> words(View header) {
        std::vector<std::pair<std::size_t, std::size_t>> all;
        for (std::size_t at = 0; at < header.size(); ++at) {
            if (!is_word(header, at)) {
                continue;
            }
            if (all.empty() || all.back().second != at) {
                all.emplace_back(at, at);
            }
            all.back().second = at + 1;
        }
        return all;
    }

    static bool has(View text, View part) {
        return text.find(part) != View::npos;
    }

    static bool has_any(View text, std::initializer_list<View> parts) {
        return std::any_of(parts.begin(), parts.end(),
                           [text](View part) { return has(text, part); });
    }

    static bool is_digit_at(View text, std::size_t at) {
        return at < text.size() && text[at] >= '0' && text[at] <= '9';
    }

    static bool is_blank_and_version(View header, std::size_t at) {
        return starts_with(header, at, " ") &&
               (is_digit_at(header, at + 1) ||
                (starts_with(header, at + 1, "v") &&
                 is_digit_at(header, at + 2)) ||
                (starts_with(header, at + 1, "version ") &&
                 is_digit_at(header, at + 9)));
    }

    // What is behind a name: a version, a slash, an address.
    static bool tells_behind(View header, std::size_t end) {
        const View behind = header.substr(end);
        if (behind.find_first_not_of(" \t") == View::npos) {
            return true;
        }
        if (is_blank_and_version(header, end) ||
            (starts_with(header, end, "/") && !is_word(header, end + 1))) {
            return true;
        }
        const View near = behind.substr(0, 256);
        const std::size_t address = near.find_first_not_of(" -;,:[(+");
        if (address == 0 || address == View::npos) {
            return false;
        }
        const View there = near.substr(address);
        if (is_url(there, 0) || starts_with(there, 0, "www.")) {
            return true;
        }
        return has(near.substr(0, address), "(") &&
               has_any(there.substr(0, there.find(')')),
                       {"@", "http://", "https://", "www."});
    }

    // Whether the places around a name, in a header in lower case, show that it
    // is the sender's.
    static bool is_placed(View header, std::size_t start, std::size_t end,
                          bool is_device) {
        if (start == 0 && end == header.size()) {
            return true;
        }
        if (start > 0 && !has(" (;\t", header.substr(start - 1, 1))) {
            return false;
        }
        View front = header.substr(0, start);
        while (!front.empty() && has(" \t", front.substr(front.size() - 1))) {
            front.remove_suffix(1);
        }
        const bool is_item =
            start > 0 && (ends_with(front, ";") || ends_with(front, "(")) &&
            (starts_with(header, end, ";") || starts_with(header, end, ")"));
        if (is_device) {
            return is_item &&
                   ends_with(header.substr(0, start), "compatible; ");
        }
        return is_item || tells_behind(header, end);
    }

    bool is_name(View word) const {
        return std::isalpha(static_cast<unsigned char>(word[0])) != 0 &&
               word.size() <= 64 && !is_browser_word(word);
    }

    // "Example" of "Example Bot".
    View name_at(View header, std::size_t start, std::size_t end) const {
        const View word = header.substr(start, end - start);
        const std::string folded = lower(word);
        if (folded != "bot" && folded != "crawler" && folded != "spider" &&
            folded != "robot") {
            return word;
        }
        for (const auto& [first, last] : words(header)) {
            const View name = header.substr(first, last - first);
            if (last + 1 == start && header[last] == ' ' &&
                (first == 0 || header[first - 1] == ' ' ||
                 header[first - 1] == '(') &&
                is_name(name)) {
                return name;
            }
        }
        return word;
    }

    // Whether a name says that it is a crawler's.
    static bool says_crawler(View name) {
        const std::string folded = lower(name);
        for (std::size_t at = folded.find("bot"); at != std::string::npos;
             at = folded.find("bot", at + 1)) {
            if (at + 3 == name.size() || name[at + 3] < 'a' ||
                name[at + 3] > 'z') {
                return true;
            }
        }
        return has_any(folded, {"crawl", "spider", "scrap", "archiv", "harvest",
                                "indexer"});
    }

    // An entry with that name for its token, whatever its texts.
    Sighting sighting_of(View name, bool contact_only) const {
        for (const Crawler& entry : entries_) {
            if (!name.empty() && lower(entry.token) == lower(name)) {
                return {entry.token, entry.category, &entry, contact_only};
            }
        }
        return {name, Category::other, nullptr, contact_only};
    }

    Sighting shaped(View header) const {
        const std::string folded = lower(header);
        const bool is_device =
            has_any(header, {"Android", "android", "Tizen", "HbbTV", "Symbian",
                             "J2ME", "MIDP", "Dalvik/", "okhttp/"});
        View placed;
        for (const auto& [start, end] : words(header)) {
            const View word = View(folded).substr(start, end - start);
            if ((!ends_with(word, "bot") && !ends_with(word, "crawler") &&
                 !ends_with(word, "spider")) ||
                word.size() > 64 || is_in_url(folded, start) ||
                is_browser_word(word) || has(header, "CFNetwork/")) {
                continue;
            }
            if (has_version(folded, end)) {
                return sighting_of(name_at(header, start, end), false);
            }
            if (placed.empty() && is_placed(folded, start, end, is_device)) {
                placed = name_at(header, start, end);
            }
        }
        if (!placed.empty()) {
            return sighting_of(placed, false);
        }
        const View name = in_front_of_contact(header, folded, is_device);
        return sighting_of(name, !says_crawler(name));
    }

    // "Dormouse" of "Mozilla/5.0 (compatible; Dormouse/1.0)".
    View behind_compatible(View header, const std::string& folded,
                           bool is_device) const {
        const View front = " (compatible; ";
        const std::size_t blank = std::min(folded.find(' ', 8), folded.size());
        if (!starts_with(folded, 0, "mozilla/") ||
            !starts_with(folded, blank, front) || is_device ||
            has_any(header, {"AppleWebKit", "KHTML", "Gecko", "Trident", "MSIE",
                             "Presto", "Opera", "NetFront", "Windows CE",
                             "CFNetwork/"})) {
            return {};
        }
        const std::size_t start = blank + front.size();
        for (const auto& [from, end] : words(header)) {
            const View word = header.substr(from, end - from);
            if (from == start && end < header.size() && is_name(word) &&
                (has(";)", header.substr(end, 1)) || has_version(folded, end) ||
                 is_blank_and_version(folded, end))) {
                return word;
            }
        }
        return {};
    }

    // Whether the text before header[at] is the name of a scheme, not a
    // version.
    static bool is_in_scheme(View header, std::size_t at) {
        std::size_t start = at;
        while (start > 0 && is_word(header, start - 1)) {
            --start;
        }
        return start < at && header[start] >= 'a' && header[start] <= 'z' &&
               !(start > 0 && has_version(header, start - 1));
    }

    View in_front_of_contact(View header, const std::string& folded,
                             bool is_device) const {
        std::size_t contact = 0;
        while (contact < folded.size() &&
               !(folded[contact] == '+' && is_url(folded, contact + 1) &&
                 !is_in_scheme(folded, contact))) {
            ++contact;
        }
        if (contact == 0 || contact == folded.size()) {
            return behind_compatible(header, folded, is_device);
        }
        View last, versioned;
        for (const auto& [start, end] : words(header)) {
            const View word = header.substr(start, end - start);
            const bool is_version = start > 0 && header[start - 1] == '/';
            if (end <= contact && !is_version && is_name(word)) {
                (has_version(folded, end) ? versioned : last) = word;
            }
        }
        return versioned.empty() ? last : versioned;
    }

    const std::vector<Crawler>& entries_;
    std::vector<std::string> not_crawlers_;
    std::array<std::vector<Text>, 256> texts_;  // by their first octet
};

}  // namespace robots::tests
