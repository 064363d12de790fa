#include "policy/matching/gram_index.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "policy/base/octets.hpp"
#include "policy/base/power_of_two.hpp"
#include "policy/matching/rare_spots.hpp"

namespace robots {

namespace {

constexpr std::size_t kGram = 5;
constexpr std::size_t kHashed = 4;   // of its octets
constexpr std::size_t kStep = 2;     // from one gram of a target to the next
constexpr std::size_t kBlock = 64;   // grams that are looked up in a row
constexpr std::size_t kLongest = 8;  // key
constexpr std::size_t kShortest = 2;
constexpr std::size_t kTied = 4;
constexpr std::size_t kFarthest = 60000;

// What of a gram picks a word of the bitmap: two octets and three bits of the
// third. The fourth and three bits of the fifth pick the bit. A key of four
// octets doesn't know the fifth and sets eight bits; one of two or three sets
// all bits of each word that may be its own.
constexpr std::uint32_t kWordMask = 0x07ffff;
constexpr std::uint32_t kThird = 0x010000;
constexpr unsigned kUnknown = 8;
constexpr std::uint64_t kAllBits = ~std::uint64_t{0};

// A failed trial costs as much as to compare so many keys.
constexpr std::ptrdiff_t kTrial = 16;

// Of its word, by the fourth octet and the fifth.
unsigned bit(unsigned fourth, unsigned fifth) {
    return (fourth + fifth * kUnknown) & 63;
}

unsigned octet(char c) {
    return static_cast<unsigned char>(c);
}

std::size_t table_size(std::size_t least, std::size_t most) {
    return power_of_two(std::clamp<std::size_t>(least, 16, most));
}

}  // namespace

// A key and the bucket that it goes to.
struct GramIndex::Draft {
    std::uint32_t bucket;
    Key key;
};

// Where a target has a gram that keys start with: those of [first, last).
struct GramIndex::Place {
    std::uint32_t at;
    std::uint32_t first;
    std::uint32_t last;
};

GramIndex::GramIndex(const ArrayView<Rule>& rules, std::vector<Rank> ranks)
    : rules_(rules), ranks_(std::move(ranks)) {
    const RareSpots spots(rules);
    bitmap_.resize(table_size(ranks_.size(), 4096));
    buckets_.resize(table_size(ranks_.size() * 4, 1U << 20) + 1);
    std::vector<Draft> drafts;
    drafts.reserve(ranks_.size() * 2);
    for (const Rank rank : ranks_) {
        const PatternView& pattern = rules[rank].pattern;
        if (const auto spot = spots.rarest_spot(pattern)) {
            draft(rank, spot->run, spot->at, drafts);
        } else {
            octet_keys_.push_back({spots.rarest_octet(pattern), rank});
        }
    }
    enter(drafts);
    std::sort(octet_keys_.begin(), octet_keys_.end(),
              [](const OctetKey& a, const OctetKey& b) {
                  return std::tie(a.octet, a.rank) < std::tie(b.octet, b.rank);
              });
}

// Drafts the rule's two keys and sets their bits.
void GramIndex::draft(Rank rank, std::size_t run, std::size_t at,
                      std::vector<Draft>& drafts) {
    const PatternView& pattern = rules_[rank].pattern;
    const std::string_view front = pattern.run(0).substr(0, kFarthest);
    const std::string_view octets = pattern.run(run);
    // That a target starts with "/" tells nothing.
    const bool from_end = front.size() < 3 && pattern.anchored();
    const std::string_view tied =
        from_end ? pattern.run(pattern.run_count() - 1) : front;
    const std::size_t tied_size = std::min(tied.size(), kTied);
    Key key{};
    key.rank = rank;
    key.run = static_cast<std::uint8_t>(run);
    key.tied =
        static_cast<std::uint32_t>(octets_at(tied, tied.size() - tied_size));
    key.tied_at = static_cast<std::int32_t>(from_end ? 0 : tied.size()) -
                  static_cast<std::int32_t>(tied_size);
    key.tied_size = tied_size & 0xf;
    for (std::size_t i = at; i < at + kStep; ++i) {
        const std::size_t size = std::min(octets.size() - i, kLongest);
        key.octets = octets_at(octets, i);
        key.offset = static_cast<std::uint16_t>(i);
        key.size = size & 0xf;
        set_bits(key);
        shortest_ = std::min(shortest_, size);
        const auto hashed = static_cast<Hashed>(key.octets);
        if (size >= kHashed) {
            drafts.push_back({bucket(hashed), key});
            continue;
        }
        for (unsigned n = 0; n < (size == kShortest ? kUnknown : 1); ++n) {
            drafts.push_back({bucket((hashed & kWordMask) + n * kThird), key});
        }
    }
}

void GramIndex::set_bits(const Key& key) {
    const auto known = static_cast<Hashed>(key.octets);
    if (key.size < kHashed) {
        for (unsigned n = 0; n < (key.size == kShortest ? kUnknown : 1); ++n) {
            bits(known + n * kThird) = kAllBits;
        }
        return;
    }
    const auto fifth = static_cast<unsigned>(key.octets >> 32);
    for (unsigned n = 0; n < (key.size < kGram ? kUnknown : 1); ++n) {
        bits(known) |= std::uint64_t{1} << bit(known >> 24, fifth + n);
    }
}

// Sorts the keys by bucket. The drafts lie in the order of their ranks.
void GramIndex::enter(const std::vector<Draft>& drafts) {
    for (const Draft& draft : drafts) {
        ++buckets_[draft.bucket];
    }
    std::uint32_t end = 0;
    for (std::uint32_t& each : buckets_) {
        end += each;
        each = end;
    }
    keys_.resize(drafts.size());
    for (auto draft = drafts.rbegin(); draft != drafts.rend(); ++draft) {
        keys_[--buckets_[draft->bucket]] = draft->key;
    }
}

inline std::uint64_t& GramIndex::bits(Hashed octets) {
    return bitmap_[hash(octets & kWordMask) & (bitmap_.size() - 1)];
}

inline std::uint64_t GramIndex::bits(Hashed octets) const {
    return bitmap_[hash(octets & kWordMask) & (bitmap_.size() - 1)];
}

inline std::uint32_t GramIndex::bucket(Hashed octets) const {
    return hash(octets) & static_cast<std::uint32_t>(buckets_.size() - 2);
}

// One look-up among the keys.
class GramIndex::Search {
  public:
    Search(const GramIndex& index, std::string_view target, Rank best)
        : index_(index),
          target_(target),
          best_(best),
          budget_(kTrial *
                  (static_cast<std::ptrdiff_t>(index.ranks_.size()) + 16)) {}

    Rank run() {
        std::size_t at = 0;
        while (at + index_.shortest_ <= target_.size()) {
            const std::size_t count = collect(at);
            for (std::size_t i = 0; i < count; ++i) {
                try_keys(places_[i]);
                if (budget_ < 0) {
                    return index_.try_all(target_, best_);
                }
            }
            at += kStep * kBlock;
        }
        return best_;
    }

  private:
    // Fills places_ with where keys may lie in the block of grams that starts
    // at `from`, and says how many there are. First all that needs no branch,
    // for all places at once: processors are fast at that.
    std::size_t collect(std::size_t from) {
        std::array<std::uint32_t, kBlock> hits;
        std::size_t hit_count = 0;
        const std::size_t end = std::min(from + kStep * kBlock,
                                         target_.size() - index_.shortest_ + 1);
        const std::size_t whole =
            target_.size() < kGram ? 0
                                   : std::min(end, target_.size() - kGram + 1);
        std::size_t at = from;
        for (; at < whole; at += kStep) {
            const char* const gram = target_.data() + at;
            const std::uint32_t octets = four_octets(gram);
            hits[hit_count] = static_cast<std::uint32_t>(at);
            hit_count +=
                index_.bits(octets) >> bit(octet(gram[3]), octet(gram[4])) & 1;
        }
        for (; at < end; at += kStep) {
            const auto octets = static_cast<Hashed>(octets_at(target_, at));
            hits[hit_count] = static_cast<std::uint32_t>(at);
            hit_count += index_.bits(octets) >> bit(octets >> 24, 0) & 1;
        }
        std::size_t count = 0;
        for (std::size_t i = 0; i < hit_count; ++i) {
            const auto octets =
                static_cast<Hashed>(octets_at(target_, hits[i]));
            count += put(count, hits[i], octets);
            if (index_.shortest_ < kHashed && index_.bits(octets) == kAllBits) {
                count += put(count, hits[i], octets & kWordMask);
            }
        }
        return count;
    }

    // Puts the keys with that hash into places_[i]; 0 if there are none.
    std::size_t put(std::size_t i, std::size_t at, Hashed octets) {
        const std::uint32_t* const bucket =
            index_.buckets_.data() + index_.bucket(octets);
        __builtin_prefetch(index_.keys_.data() + bucket[0]);
        places_[i] = {static_cast<std::uint32_t>(at), bucket[0], bucket[1]};
        return bucket[0] == bucket[1] ? 0 : 1;
    }

    void try_keys(const Place& place) {
        const std::uint64_t octets = octets_at(target_, place.at);
        budget_ -= place.last - place.first;
        const Key* const end = index_.keys_.data() + place.last;
        for (const Key* key = index_.keys_.data() + place.first;
             key != end && key->rank < best_; ++key) {
            if (((octets ^ key->octets) & kFirstOctets[key->size]) != 0 ||
                !has_tied(*key)) {
                continue;
            }
            budget_ -= kTrial;
            if (place.at >= key->offset &&
                index_.rules_[key->rank].pattern.matches_around(
                    key->run, place.at - key->offset, target_)) {
                best_ = key->rank;
                return;
            }
        }
    }

    bool has_tied(const Key& key) const {
        const std::size_t at = static_cast<std::size_t>(key.tied_at) +
                               (key.tied_at < 0 ? target_.size() : 0);
        return at <= target_.size() && ((octets_at(target_, at) ^ key.tied) &
                                        kFirstOctets[key.tied_size]) == 0;
    }

    const GramIndex& index_;
    const std::string_view target_;
    Rank best_;
    std::ptrdiff_t budget_;
    std::array<Place, 2 * kBlock> places_;
};

Rank GramIndex::find_by_octet(std::string_view target, Rank best) const {
    bool found = false;
    for (auto key = octet_keys_.begin(); key != octet_keys_.end(); ++key) {
        if (key == octet_keys_.begin() || key->octet != (key - 1)->octet) {
            found = key->rank < best &&
                    target.find(key->octet) != std::string_view::npos;
        }
        if (found && key->rank < best &&
            rules_[key->rank].pattern.matches(target)) {
            best = key->rank;
        }
    }
    return best;
}

Rank GramIndex::try_all(std::string_view target, Rank best) const {
    for (const Rank rank : ranks_) {
        if (rank >= best) {
            break;
        }
        if (rules_[rank].pattern.matches(target)) {
            return rank;
        }
    }
    return best;
}

Rank GramIndex::find(std::string_view target, Rank best) const {
    if (!keys_.empty()) {
        best = Search(*this, target, best).run();
    }
    return octet_keys_.empty() ? best : find_by_octet(target, best);
}

}  // namespace robots
