// The words of a User-Agent header (RFC 9110 10.1.5), as crawlers write them.

#ifndef ROBOTS_POLICY_HEADER_WORDS_HPP
#define ROBOTS_POLICY_HEADER_WORDS_HPP

#include <cstddef>
#include <string_view>

namespace robots {

// Longer words are no product's name.
constexpr std::size_t kMaxProduct = 64;

// Whether header[at] is part of a word: a token octet, but a "." only in front
// of a letter or digit, so that "bot." ends a sentence and "archive.org_bot" is
// one word.
bool is_word_octet(std::string_view header, std::size_t at);

// The word that starts at header[at]; empty where none does.
std::string_view word_at(std::string_view header, std::size_t at);

// At most kMaxProduct octets, and a letter first: no number, no version.
bool is_product(std::string_view word);

// "bot", "crawler" or "spider" at the end.
bool ends_like_crawler(std::string_view word);

// Whether "/1" or "/v1" stands at header[at].
bool version_follows(std::string_view header, std::size_t at);

// Where "+http://" or "+https://" stands, the sign of a contact address; 0
// where it does not.
std::size_t contact_address(std::string_view header);

// The parts of a header that are URLs, asked for from left to right.
class UrlSpans {
  public:
    explicit UrlSpans(std::string_view header);

    // Whether header[at] is inside a URL. `at` never decreases.
    bool contains(std::size_t at);

  private:
    void next();

    std::string_view header_;
    std::size_t start_ = 0;
    std::size_t end_ = 0;
};

}  // namespace robots

#endif
