// An index that finds which of many texts (needles) a header contains.
//
// Each needle is indexed by one of its words, the anchor: preferably a long
// word that browsers do not send. The key of a word is its first eight octets
// in lower case, or the octets before the first dot if they are fewer. A hash
// table contains the keys of all anchors. Each bucket is a balanced tree,
// because the author of a policy can choose thousands of keys with one hash. An
// example is the needle "Yahoo! Slurp":
//
//     anchor      "slurp", 7 octets behind the start; key "slurp"
//     header      Mozilla/5.0 (compatible; Yahoo! Slurp; ...)
//     words       mozilla, 5, 0, compatible, yahoo, slurp, ...
//     lookup      needles with the key "slurp", compared from 7 octets before
//
// A needle has no key if no word of it has the same key in every header.
// Examples are ".net", "++", and "abc-", which is also in "abc-1". Needles
// without a key are compared at each octet of a header. All needles of the
// catalogue have keys. A product token has no key only if it starts with a dot,
// or ends in "-" or "_" after fewer than seven octets.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/crawlers/header_words.hpp"

namespace robots {

// A header that contains `text`, in upper or lower case, names the crawler.
struct Needle {
    std::string text;           // in lower case
    std::uint32_t crawler = 0;  // the caller's index of the crawler
};

class NeedleIndex {
  public:
    NeedleIndex() : NeedleIndex({}, [](std::string_view) { return false; }) {}

    // Needles must not be empty. `is_common` returns whether many headers
    // contain a word.
    NeedleIndex(std::vector<Needle> needles,
                const std::function<bool(std::string_view word)>& is_common);

    // The maximum number of needles with the same key, and of needles without a
    // key. This limits the time for a header in which each word has the same
    // key, because each word is compared with all needles of that key.
    static constexpr std::size_t kMostAlike = 64;
    // The maximum length of a key, in octets.
    static constexpr std::size_t kKey = sizeof(std::uint64_t);

    // Returns the crawlers of needles that are not indexed due to kMostAlike.
    const std::vector<std::uint32_t>& left_out() const { return left_out_; }

    // Calls visit(needle, at) for each needle that is at header[at] between
    // word boundaries. A needle that does not end in a letter or digit needs no
    // boundary behind it. Needles with the same text are visited in the order
    // in which the constructor got them, other needles in any order.
    template <typename Visit>
    void find(const HeaderWords& words, Visit visit) const {
        const std::string_view header = words.header();
        for (const Word& word : words) {
            const std::uint64_t key = key_at(header, word.start);
            std::uint32_t i = buckets_[bucket_of(key)];
            while (i != kNone && needles_[i].key != key) {
                i = needles_[i].key > key ? needles_[i].below
                                          : needles_[i].above;
            }
            for (; i != kNone; i = needles_[i].next) {
                const Keyed& keyed = needles_[i];
                if (word.start >= keyed.anchor) {
                    compare(keyed.needle, header, word.start - keyed.anchor,
                            visit);
                }
            }
        }
        for (const Needle& needle : keyless_) {
            for (std::size_t at = 0; at < header.size(); ++at) {
                compare(needle, header, at, visit);
            }
        }
    }

  private:
    struct Keyed {
        std::uint64_t key;
        std::uint32_t anchor;  // the offset of the anchor in the needle's text
        std::uint32_t next;    // the next needle with the same key, or kNone
        // The child nodes with smaller and larger keys in the bucket's tree.
        std::uint32_t below;
        std::uint32_t above;
        Needle needle;
    };
    static constexpr std::uint32_t kNone = UINT32_MAX;

    // Returns the key of the word at header[at]; 0 if the word starts with ".".
    static std::uint64_t key_at(std::string_view header, std::size_t at) {
        std::uint64_t key = 0;
        const std::string_view front = header.substr(at, kKey);
        for (const char c : front) {
            const char folded = folded_word_octet(c);
            if (folded == '\0') {
                break;
            }
            key = key << 8 | static_cast<unsigned char>(folded);
        }
        return key;
    }

    std::size_t bucket_of(std::uint64_t key) const {
        return (key * 0xff51'afd7'ed55'8ccd >> 32) & (buckets_.size() - 1);
    }

    template <typename Visit>
    static void compare(const Needle& needle, std::string_view header,
                        std::size_t at, Visit& visit) {
        if (stands_at(needle.text, header, at)) {
            visit(needle, at);
        }
    }

    static bool stands_at(std::string_view text, std::string_view header,
                          std::size_t at);
    static std::optional<std::size_t> anchor_of(
        std::string_view text,
        const std::function<bool(std::string_view word)>& is_common);
    void index_keys();
    std::uint32_t tree_of(const std::uint32_t* begin, const std::uint32_t* end);

    std::vector<Keyed> needles_;  // sorted by bucket, then by key
    std::vector<Needle> keyless_;
    std::vector<std::uint32_t> buckets_;  // the root of each tree, or kNone
    std::vector<std::uint32_t> left_out_;
};

}  // namespace robots
