// The words of a User-Agent header (RFC 9110 10.1.5), as crawlers write them.

#ifndef ROBOTS_POLICY_CRAWLERS_HEADER_WORDS_HPP
#define ROBOTS_POLICY_CRAWLERS_HEADER_WORDS_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace robots {

// So many octets of a header are read.
constexpr std::size_t kMaxHeader = 2048;

// Longer words are not names of products.
constexpr std::size_t kMaxProduct = 64;

// A letter of ASCII, or a digit.
bool is_alphanumeric(char octet);

// An octet that is part of a word at any place: a letter, a digit, "-" or "_".
bool is_core_octet(char octet);

// Whether header[at] is part of a word: a token octet, but a "." only in front
// of a letter or digit, so that "bot." ends a sentence and "archive.org_bot" is
// one word.
bool is_word_octet(std::string_view header, std::size_t at);

// The word that starts at header[at]; empty: none does.
std::string_view word_at(std::string_view header, std::size_t at);

// The word that ends in front of header[end]; empty: none does.
std::string_view word_before(std::string_view header, std::size_t end);

// Whether a word can be a product's name: it starts with a letter and has at
// most kMaxProduct octets.
bool is_product(std::string_view word);

// Whether a word ends in "bot", "crawler" or "spider".
bool ends_like_crawler(std::string_view word);

// Whether a name says that it is a crawler's: "bot", as a word of its own or at
// the end of one ("ExampleBotFetcher", but not "Bottle"), "crawl", "spider",
// "scrape", "archive", "harvest" or "indexer", wherever in it.
bool sounds_like_crawler(std::string_view name);

// Whether "/1" or "/v1" is at header[at].
bool version_follows(std::string_view header, std::size_t at);

// The place of "+http://" or "+https://", which starts a contact address; 0:
// there is none. "git+https://" is the address of something else.
std::size_t contact_address(std::string_view header);

// The parts of a header's first kMaxHeader octets that are URLs, found when
// they are first asked for.
class UrlSpans {
  public:
    // `header` outlives the spans.
    explicit UrlSpans(std::string_view header) : header_(header) {}

    // Whether header[at] is inside a URL; `at` is less than kMaxHeader.
    bool contains(std::size_t at) {
        if (!found_) {
            find();
        }
        return (bits_[at / 64] >> at % 64 & 1) != 0;
    }

  private:
    void find();

    std::string_view header_;
    bool found_ = false;
    std::array<std::uint64_t, kMaxHeader / 64> bits_;
};

}  // namespace robots

#endif
