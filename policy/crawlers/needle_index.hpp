// An index that finds which of many texts (needles) a header contains.
//
// Each needle is indexed by one of its words, the anchor. A long word that
// browsers do not send is preferred. The key of a word is its first eight
// octets, up to a dot, in lower case. A hash table holds the keys of all
// anchors; each of its buckets is a balanced tree, because whoever writes a
// policy can choose thousands of keys of one bucket. An example, the needle
// "Yahoo! Slurp":
//
//     anchor      "slurp", 7 octets behind the start; key "slurp"
//     header      Mozilla/5.0 (compatible; Yahoo! Slurp; ...)
//     words       mozilla, 5, 0, compatible, yahoo, slurp, ...
//     table       needles with the key "slurp": compare from 7 octets in front
//
// Some needles have no word whose key is the same in every header: ".net",
// "++", or "abc-", which is also in "abc-1". These needles have no key, and are
// compared at each octet. The catalogue has no needle without a key. A product
// token has no key only if it starts with a dot, or ends in "-" or "_" after
// fewer than seven octets.

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

// A header that contains `text`, which is in lower case, names the crawler.
struct Needle {
    std::string text;
    std::uint32_t crawler = 0;
};

class NeedleIndex {
  public:
    NeedleIndex() : NeedleIndex({}, [](std::string_view) { return false; }) {}

    // No needle may be empty. `is_common` returns whether many headers contain
    // a word.
    NeedleIndex(std::vector<Needle> needles,
                const std::function<bool(std::string_view word)>& is_common);

    // How many needles may have the same key, and how many may have no key.
    // Without a limit, a header that repeats one key in each of its words would
    // take long: all needles with that key are compared each time.
    static constexpr std::size_t kMostAlike = 64;
    // The octets of a needle's word by which it is looked for.
    static constexpr std::size_t kKey = sizeof(std::uint64_t);

    // The crawlers of the needles that are left out because of that limit.
    const std::vector<std::uint32_t>& left_out() const { return left_out_; }

    // Calls visit(needle, at) for each needle that is at header[at] between
    // word boundaries; a needle that does not end in a letter or digit needs no
    // boundary behind it. Needles with different texts are visited in any
    // order, needles with the same text in the order in which they were given.
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
        std::uint32_t anchor;  // where its keyed word starts
        std::uint32_t next;    // the next needle with its key
        // Of a bucket's tree, where the smaller and the larger keys are.
        std::uint32_t below;
        std::uint32_t above;
        Needle needle;
    };
    static constexpr std::uint32_t kNone = UINT32_MAX;

    // Returns the key of the word that starts at header[at]; 0 for a dot.
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

    std::vector<Keyed> needles_;  // by bucket, then by key
    std::vector<Needle> keyless_;
    std::vector<std::uint32_t> buckets_;  // the root of each, or kNone
    std::vector<std::uint32_t> left_out_;
};

}  // namespace robots
