// Finds words, versions and URLs in a User-Agent header (RFC 9110 10.1.5).

#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "policy/base/ascii.hpp"

namespace robots {

// The maximum number of octets of a header that are read.
constexpr std::size_t kMaxHeader = 2048;

// The maximum length of a product's name, in octets.
constexpr std::size_t kMaxProduct = 64;

// Returns a table that maps octets which may be anywhere in a word (letters,
// digits, "-" and "_") to their lower case, and other octets to 0.
constexpr std::array<char, 256> folded_word_octets() {
    std::array<char, 256> out{};
    for (std::size_t i = 0; i < out.size(); ++i) {
        const char c = fold(static_cast<char>(i));
        const bool is_part = is_alphanumeric(c) || c == '-' || c == '_';
        out[i] = is_part ? c : '\0';
    }
    return out;
}
constexpr auto kFoldedWordOctets = folded_word_octets();

inline char folded_word_octet(char octet) {
    return kFoldedWordOctets[static_cast<unsigned char>(octet)];
}

// Whether header[at] is part of a word: a letter, a digit, "-", "_", or a "."
// in front of a letter or digit. So "bot." is the word "bot" and a full stop,
// and "archive.org_bot" is one word.
inline bool is_word_octet(std::string_view header, std::size_t at) {
    return folded_word_octet(header[at]) != '\0' ||
           (header[at] == '.' && at + 1 < header.size() &&
            is_alphanumeric(header[at + 1]));
}

// Returns the word that starts at header[at], or "".
std::string_view word_at(std::string_view header, std::size_t at);

// Returns the word that ends in front of header[end], or "".
std::string_view word_before(std::string_view header, std::size_t end);

// Whether a word can be a product's name: it starts with a letter and has at
// most kMaxProduct octets.
bool is_product(std::string_view word);

// Whether a word ends in "bot", "crawler" or "spider".
bool ends_like_crawler(std::string_view word);

// Whether a name contains a word for crawlers: "crawl", "spider", "scrap",
// "archiv", "harvest" or "indexer" anywhere, or "bot" without a lower-case
// letter behind it ("ExampleBotFetcher", but not "Bottle").
bool sounds_like_crawler(std::string_view name);

// Whether a version ("/1", "/v1") starts at header[at].
bool version_follows(std::string_view header, std::size_t at);

// Returns the offset of a contact address, which starts with "+http://" or
// "+https://". Returns 0 if `header` has no contact address. "git+https://" is
// not a contact address.
std::size_t contact_address(std::string_view header);

// The range of a word: header[start, end).
struct Word {
    std::uint16_t start;
    std::uint16_t end;
};

// The words of a header's first kMaxHeader octets, from left to right.
class HeaderWords {
  public:
    // `header` must outlive the HeaderWords.
    explicit HeaderWords(std::string_view header);

    std::string_view header() const { return header_; }
    const Word* begin() const { return words_.data(); }
    const Word* end() const { return words_.data() + count_; }

  private:
    std::string_view header_;
    std::size_t count_ = 0;
    std::array<Word, kMaxHeader / 2 + 1> words_;  // count_ of them are set
};

// The URLs in a header's first kMaxHeader octets. The first call of contains()
// searches for the URLs.
class UrlSpans {
  public:
    // `header` must outlive the UrlSpans.
    explicit UrlSpans(std::string_view header) : header_(header) {}

    // Whether header[at] is inside a URL; `at` is less than kMaxHeader.
    bool contains(std::size_t at) {
        if (!found_) {
            find();
        }
        return bits_[at];
    }

  private:
    void find();

    std::string_view header_;
    bool found_ = false;
    std::bitset<kMaxHeader> bits_;
};

}  // namespace robots
