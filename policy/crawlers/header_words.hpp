// Finds words, versions and URLs in a User-Agent header (RFC 9110 10.1.5).

#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "policy/base/ascii.hpp"

namespace robots {

// Octets of a header behind this limit are not read.
constexpr std::size_t kMaxHeader = 2048;

// Words of more octets are not names of products.
constexpr std::size_t kMaxProduct = 64;

// A table by octet: the octet's lower case if the octet may be anywhere in a
// word (a letter, a digit, "-" or "_"), 0 if not.
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

// Returns the place of "+http://" or "+https://", which starts a contact
// address, or 0. "git+https://" does not count: that is not a contact address.
std::size_t contact_address(std::string_view header);

// The range of a word: header[start, end).
struct Word {
    std::uint16_t start;
    std::uint16_t end;
};

// The words of a header's first kMaxHeader octets, from left to right.
class HeaderWords {
  public:
    // `header` must outlive the words.
    explicit HeaderWords(std::string_view header);

    std::string_view header() const { return header_; }
    const Word* begin() const { return words_.data(); }
    const Word* end() const { return words_.data() + count_; }

  private:
    std::string_view header_;
    std::size_t count_ = 0;
    std::array<Word, kMaxHeader / 2 + 1> words_;  // most stay unused
};

// The URLs in a header's first kMaxHeader octets. They are searched for at the
// first call of contains().
class UrlSpans {
  public:
    // `header` must outlive the spans.
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
