#include "crawlers.hpp"

#include <algorithm>
#include <array>

#include "header_words.hpp"
#include "product_token.hpp"

namespace robots {

namespace {

constexpr std::size_t kMaxHeader = 2048;
constexpr std::size_t kBuckets = 4096;

// Needles are looked up by their first two octets.
std::size_t bucket_of(char first, char second) {
    const auto a = static_cast<unsigned char>(fold(first));
    const auto b = static_cast<unsigned char>(fold(second));
    return (static_cast<std::size_t>(a & 63) << 6) | (b & 63);
}

std::size_t bucket_of(const std::string& text) {
    return bucket_of(text[0], text.size() > 1 ? text[1] : '\0');
}

bool holds_at(std::string_view header, std::size_t at,
              const std::string& folded) {
    if (header.size() - at < folded.size()) {
        return false;
    }
    for (std::size_t i = 0; i < folded.size(); ++i) {
        if (fold(header[at + i]) != folded[i]) {
            return false;
        }
    }
    return true;
}

// A needle's end that is a token octet must not run on into a longer word.
bool stands_alone(std::string_view header, std::size_t at, std::size_t size) {
    const std::size_t end = at + size;
    const std::string_view text = header.substr(at, size);
    const bool open_left =
        is_word_octet(text, 0) && at > 0 && is_word_octet(header, at - 1);
    const bool open_right = is_word_octet(text, size - 1) &&
                            end < header.size() && is_word_octet(header, end);
    return !open_left && !open_right;
}

}  // namespace

Crawlers::Crawlers(std::vector<Crawler> entries,
                   const std::vector<std::string>& not_crawlers) {
    for (const std::string& word : not_crawlers) {
        not_crawlers_.push_back(fold(word));
    }
    std::sort(not_crawlers_.begin(), not_crawlers_.end());
    for (Crawler& entry : entries) {
        const auto [it, added] = by_token_.emplace(
            fold(entry.token), static_cast<std::uint32_t>(entries_.size()));
        if (added) {
            entries_.push_back(std::move(entry));
        } else {
            entries_[it->second] = std::move(entry);
        }
    }
    for (std::uint32_t i = 0; i < entries_.size(); ++i) {
        add_needles(i);
    }
    index_needles();
}

void Crawlers::add_needles(std::uint32_t crawler) {
    const Crawler& entry = entries_[crawler];
    if (!entry.in_user_agent ||
        (!entry.catalogued && is_browser_word(entry.token))) {
        return;
    }
    if (entry.match.empty()) {
        needles_.push_back({fold(entry.token), crawler});
    }
    for (const std::string& text : entry.match) {
        needles_.push_back({fold(text), crawler});
    }
}

void Crawlers::index_needles() {
    needles_.erase(std::remove_if(needles_.begin(), needles_.end(),
                                  [](const Needle& n) {
                                      return n.text.empty() || n.text == "*";
                                  }),
                   needles_.end());
    std::stable_sort(needles_.begin(), needles_.end(),
                     [](const Needle& a, const Needle& b) {
                         const std::size_t x = bucket_of(a.text);
                         const std::size_t y = bucket_of(b.text);
                         return x != y ? x < y : a.text.size() > b.text.size();
                     });
    buckets_.assign(kBuckets + 1, 0);
    for (const Needle& needle : needles_) {
        ++buckets_[bucket_of(needle.text) + 1];
    }
    for (std::size_t i = 0; i < kBuckets; ++i) {
        buckets_[i + 1] += buckets_[i];
    }
}

const Crawlers::Needle* Crawlers::longest_at(std::string_view header,
                                             std::size_t at) const {
    const char second = at + 1 < header.size() ? header[at + 1] : '\0';
    for (const std::size_t bucket :
         {bucket_of(header[at], second), bucket_of(header[at], '\0')}) {
        for (std::uint32_t i = buckets_[bucket]; i < buckets_[bucket + 1];
             ++i) {
            const Needle& needle = needles_[i];
            if (holds_at(header, at, needle.text) &&
                stands_alone(header, at, needle.text.size()) &&
                names_crawler(needle, header, at)) {
                return &needle;
            }
        }
    }
    return nullptr;
}

// A token that only a policy names may be any word ("Web", "Download"), and
// such words stand in browsers' headers too. It names a crawler where it stands
// as a product does: first, with a version, or after "compatible;".
bool Crawlers::names_crawler(const Needle& needle, std::string_view header,
                             std::size_t at) const {
    if (entries_[needle.crawler].catalogued) {
        return true;
    }
    constexpr std::string_view kCompatible = "compatible; ";
    const std::size_t end = at + needle.text.size();
    return at == 0 || (end < header.size() && header[end] == '/') ||
           (at >= kCompatible.size() &&
            equal_folded(
                header.substr(at - kCompatible.size(), kCompatible.size()),
                kCompatible));
}

Sighting Crawlers::by_name(std::string_view header) const {
    const Needle* best = nullptr;
    bool best_in_url = true;
    UrlSpans urls(header);
    for (std::size_t at = 0; at < header.size(); ++at) {
        if (at > 0 && is_word_octet(header, at) &&
            is_word_octet(header, at - 1)) {
            continue;
        }
        const Needle* needle = longest_at(header, at);
        if (needle == nullptr) {
            continue;
        }
        const bool in_url = urls.contains(at);
        const bool better =
            best == nullptr || (best_in_url && !in_url) ||
            (best_in_url == in_url && needle->text.size() > best->text.size());
        if (better) {
            best = needle;
            best_in_url = in_url;
        }
    }
    if (best == nullptr) {
        return {};
    }
    const Crawler& crawler = entries_[best->crawler];
    return {crawler.token, crawler.category, &crawler};
}

// The last product in front of header[end], such as "Fetcher" in
// "Fetcher/1.2 (", that is no word of browsers.
std::string_view Crawlers::product_before(std::string_view header,
                                          std::size_t end) const {
    std::string_view last;
    for (std::size_t at = 0; at < end;) {
        const std::string_view word = word_at(header, at);
        const bool is_version = at > 0 && header[at - 1] == '/';
        if (!word.empty() && !is_version && is_product(word) &&
            !is_browser_word(word)) {
            last = word;
        }
        at += std::max<std::size_t>(word.size(), 1);
    }
    return last;
}

Sighting Crawlers::by_shape(std::string_view header) const {
    UrlSpans urls(header);
    for (std::size_t at = 0; at < header.size();) {
        const std::string_view word = word_at(header, at);
        const bool whole_header = word.size() == header.size();
        if (ends_like_crawler(word) && word.size() <= kMaxProduct &&
            (whole_header || version_follows(header, at + word.size())) &&
            !urls.contains(at) && !is_browser_word(word)) {
            return {word, Category::other, nullptr};
        }
        at += std::max<std::size_t>(word.size(), 1);
    }
    return {product_before(header, contact_address(header)), Category::other,
            nullptr};
}

Sighting Crawlers::identify(std::string_view user_agent) const {
    const std::string_view header = user_agent.substr(0, kMaxHeader);
    const Sighting named = by_name(header);
    return named ? named : by_shape(header);
}

const Crawler* Crawlers::find(std::string_view token) const {
    const auto it = by_token_.find(fold(token));
    return it == by_token_.end() ? nullptr : &entries_[it->second];
}

bool Crawlers::is_browser_word(std::string_view token) const {
    std::array<char, kMaxProduct> folded{};
    if (token.size() > folded.size()) {
        return false;
    }
    std::transform(token.begin(), token.end(), folded.begin(),
                   [](char c) { return fold(c); });
    return std::binary_search(not_crawlers_.begin(), not_crawlers_.end(),
                              std::string_view(folded.data(), token.size()));
}

}  // namespace robots
