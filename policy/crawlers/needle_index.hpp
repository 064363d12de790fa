// Finds which of many texts (needles) a header contains.
//
// Each needle is looked for by one of its words, its anchor: if possible a long
// one that browsers do not send. The first eight octets of a word are its key
// (header_scan.hpp). A small bitmap and, behind it, a hash table have the keys
// of all anchors. An example, the needle "Yahoo! Slurp":
//
//     anchor      "slurp", 7 octets behind the start; key "slurp"
//     header      Mozilla/5.0 (compatible; Yahoo! Slurp; ...)
//     words       mozilla, 5, 0, compatible, yahoo, slurp, ...
//     bitmap      no for all but "slurp", except by chance (1 in 32)
//     table       the needles with the key "slurp": compare them, 7 in front
//
// Some needles have no word whose key is the same in each header: ".net", "++",
// or "abc-", which is in "abc-1" too. They are compared at each word or, if
// they do not start with a word, at each octet. A product token is among them
// only if it starts with a dot, or ends in "-" or "_" after fewer than seven
// octets.

#ifndef ROBOTS_POLICY_CRAWLERS_NEEDLE_INDEX_HPP
#define ROBOTS_POLICY_CRAWLERS_NEEDLE_INDEX_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/crawlers/header_scan.hpp"

namespace robots {

// A text, folded, that a header contains if it names the crawler.
struct Needle {
    std::string text;
    std::uint32_t crawler = 0;
};

class NeedleIndex {
  public:
    NeedleIndex() = default;

    // `needles` are not empty. `is_common` says whether many headers contain
    // the word.
    NeedleIndex(std::vector<Needle> needles,
                const std::function<bool(std::string_view word)>& is_common);

    // At most so many needles have one key, and so many have none. A header
    // could repeat a key in each of its words, and each time all of the needles
    // with that key are compared.
    static constexpr std::size_t kMostAlike = 64;

    // The crawlers whose needles are left out for that reason.
    const std::vector<std::uint32_t>& left_out() const { return left_out_; }

    // Calls visit(needle, at) for each needle that is at header[at] between
    // boundaries, in any order. Needles with the same text keep theirs.
    template <typename Visit>
    void find(const HeaderScan& header, Visit visit) const {
        Places places;
        const std::size_t count = find_candidates(header, places);
        for (std::size_t i = 0; i < count; ++i) {
            find_keyed(header, places[i], visit);
        }
        if (keyless_ != needles_.size()) {
            find_keyless(header, visit);
        }
    }

  private:
    struct Keyed {
        Needle needle;
        std::size_t anchor;  // where its keyed word starts; kNone: nowhere
        // Of the anchor. If there is none, the octets that the needle's first
        // word has in any header; 0 if it does not start with a word.
        std::uint64_t key;
    };
    // The needles of one key; none in an empty slot.
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t first = 0;
        std::uint32_t end = 0;
    };
    // Every other octet can start a word.
    using Places = std::array<std::uint16_t, kMaxHeader / 2 + 1>;
    static constexpr std::size_t kBitsOfSlot = 16;
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    // All bits of each octet that a key has; it starts with those.
    static std::uint64_t octets_of(std::uint64_t key) {
        return ~std::uint64_t{0} >> __builtin_clzll(key) / 8 * 8;
    }

    static std::uint64_t hash(std::uint64_t key) {
        return key * 0xff51'afd7'ed55'8ccd;
    }

    // The slot of the key, or the empty one that it would take.
    std::size_t slot_of(std::uint64_t key) const {
        std::size_t i = (hash(key) >> shift_) / kBitsOfSlot;
        while (slots_[i].first != slots_[i].end && slots_[i].key != key) {
            i = (i + 1) & (slots_.size() - 1);
        }
        return i;
    }

    // Where the bitmap has the words' keys, and how many those are. Without a
    // branch for each word, since none would be foreseen.
    std::size_t find_candidates(const HeaderScan& header, Places& places) const;

    template <typename Visit>
    void find_keyed(const HeaderScan& header, std::size_t at,
                    Visit& visit) const {
        const Slot& slot = slots_[slot_of(header.key_at(at))];
        for (std::uint32_t i = slot.first; i < slot.end; ++i) {
            const Keyed& keyed = needles_[i];
            if (at >= keyed.anchor &&
                stands_at(keyed.needle.text, header, at - keyed.anchor)) {
                visit(keyed.needle, at - keyed.anchor);
            }
        }
    }

    // Out of line, since the catalogue has no such texts.
    template <typename Visit>
    [[gnu::noinline]] void find_keyless(const HeaderScan& header,
                                        Visit& visit) const {
        for (std::size_t i = keyless_; i < needles_.size(); ++i) {
            const Needle& needle = needles_[i].needle;
            const auto compare = [&](std::size_t at) {
                if (stands_at(needle.text, header, at)) {
                    visit(needle, at);
                }
            };
            if (const std::uint64_t key = needles_[i].key; key != 0) {
                const std::uint64_t mask = octets_of(key);
                header.each_word([&](std::size_t at) {
                    if ((header.key_at(at) & mask) == key) {
                        compare(at);
                    }
                });
                continue;
            }
            for (std::size_t at = 0; at < header.header().size(); ++at) {
                compare(at);
            }
        }
    }

    static bool stands_at(const std::string& text, const HeaderScan& header,
                          std::size_t at);
    void add(Needle needle,
             const std::function<bool(std::string_view word)>& is_common);
    void leave_out_alike();
    void index_keys();

    std::vector<Keyed> needles_;            // by key; those without at the end
    std::size_t keyless_ = 0;               // where those start
    std::vector<std::uint64_t> bitmap_{0};  // 1 in 32 to 64 bits set
    unsigned shift_ = 63;                   // from a hash to a bit
    std::vector<Slot> slots_{1};            // open addressing
    std::vector<std::uint32_t> left_out_;
};

}  // namespace robots

#endif
