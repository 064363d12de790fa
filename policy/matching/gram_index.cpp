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

// Where a gram's bit is in the bitmap:
//
//     octet     1         2         3               4              5
//     picks     word      word      word (3 bits)   bit            bit (3 bits)
//
// A short key leaves octets open, and sets the bits of all their values:
//
//     4 octets   the 8 bits that differ in the fifth octet
//     3 octets   all bits of its word
//     2 octets   all bits of the 8 words that differ in the third octet
constexpr std::uint32_t kWordMask = 0x07ffff;
constexpr std::uint32_t kThird = 0x010000;  // one step of the third octet
constexpr unsigned kThreeBits = 8;          // so many values
constexpr std::uint64_t kAllBits = ~std::uint64_t{0};

// A failed trial costs as much as to compare so many keys.
constexpr std::ptrdiff_t kTrial = 16;

// The number of a gram's bit in its word.
unsigned bit(unsigned fourth, unsigned fifth) {
    return (fourth + fifth * kThreeBits) & 63;
}

// How many words a key of less than four octets may belong to.
unsigned words_of(std::size_t key_size) {
    return key_size == kShortest ? kThreeBits : 1;
}

unsigned octet(char c) {
    return static_cast<unsigned char>(c);
}

std::size_t table_size(std::size_t least, std::size_t most) {
    return power_of_two(std::clamp<std::size_t>(least, 16, most));
}

}  // namespace

// A key and the bucket that it goes into.
struct GramIndex::Draft {
    std::uint32_t bucket;
    Key key;
};

// A place of a target, and the keys that may start there: keys_[first, last).
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
    sort_by_bucket(drafts);
    std::sort(octet_keys_.begin(), octet_keys_.end(),
              [](const OctetKey& a, const OctetKey& b) {
                  return std::tie(a.octet, a.rank) < std::tie(b.octet, b.rank);
              });
}

// Drafts the rule's two keys, those that start at run[at] and one place behind
// it, and sets their bits.
void GramIndex::draft(Rank rank, std::size_t run, std::size_t at,
                      std::vector<Draft>& drafts) {
    const PatternView& pattern = rules_[rank].pattern;
    const std::string_view octets = pattern.run(run);
    Key key{};
    key.rank = rank;
    key.run = static_cast<std::uint8_t>(run);
    tie(pattern, key);
    for (std::size_t i = at; i < at + kStep; ++i) {
        const std::size_t size = std::min(octets.size() - i, kLongest);
        key.octets = octets_at(octets, i);
        key.offset = static_cast<std::uint16_t>(i);
        key.size = size & 0xf;
        shortest_ = std::min(shortest_, size);
        set_bits(key);
        draft_in_buckets(key, drafts);
    }
}

// Sets what a target must have at a place that does not depend on what "*"
// matches: the last octets of the first run, which starts where the target
// does. All targets start with "/", so a first run of one or two octets says
// little: then, if the pattern ends in "$", the last octets of the last run.
void GramIndex::tie(const PatternView& pattern, Key& key) {
    const std::string_view front = pattern.run(0).substr(0, kFarthest);
    const bool from_end = front.size() < 3 && pattern.anchored();
    const std::string_view run =
        from_end ? pattern.run(pattern.run_count() - 1) : front;
    const std::size_t size = std::min(run.size(), kTied);
    key.tied = static_cast<std::uint32_t>(octets_at(run, run.size() - size));
    key.tied_at = static_cast<std::int32_t>(from_end ? 0 : run.size()) -
                  static_cast<std::int32_t>(size);
    key.tied_size = size & 0xf;
}

void GramIndex::set_bits(const Key& key) {
    const auto known = static_cast<Hashed>(key.octets);
    if (key.size < kHashed) {
        for (unsigned n = 0; n < words_of(key.size); ++n) {
            bits(known + n * kThird) = kAllBits;
        }
        return;
    }
    const auto fifth = static_cast<unsigned>(key.octets >> 32);
    for (unsigned n = 0; n < (key.size < kGram ? kThreeBits : 1); ++n) {
        bits(known) |= std::uint64_t{1} << bit(known >> 24, fifth + n);
    }
}

// A short key goes into the bucket of each word whose bits it has set.
void GramIndex::draft_in_buckets(const Key& key,
                                 std::vector<Draft>& drafts) const {
    const auto hashed = static_cast<Hashed>(key.octets);
    if (key.size >= kHashed) {
        drafts.push_back({bucket(hashed), key});
        return;
    }
    for (unsigned n = 0; n < words_of(key.size); ++n) {
        drafts.push_back({bucket((hashed & kWordMask) + n * kThird), key});
    }
}

// Puts the keys into keys_, bucket after bucket (a counting sort). The drafts
// lie in the order of their ranks, and so do the keys of each bucket.
void GramIndex::sort_by_bucket(const std::vector<Draft>& drafts) {
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

// One look-up among the keys, block by block of the target. First, all that
// needs no branch is done for a whole block: processors are fast at that.
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
            const std::size_t count = find_places(find_hits(at));
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
    // Fills hits_ with the places of the block at `from` whose grams have their
    // bit in the bitmap, and returns how many there are. Each place is written,
    // and the next one takes its slot unless the bit is set.
    [[gnu::always_inline]] std::size_t find_hits(std::size_t from) {
        std::size_t count = 0;
        const std::size_t end = std::min(from + kStep * kBlock,
                                         target_.size() - index_.shortest_ + 1);
        const std::size_t whole_grams =
            target_.size() < kGram ? 0
                                   : std::min(end, target_.size() - kGram + 1);
        std::size_t at = from;
        for (; at < whole_grams; at += kStep) {
            const char* const gram = target_.data() + at;
            const std::uint32_t octets = four_octets(gram);
            hits_[count] = static_cast<std::uint32_t>(at);
            count +=
                index_.bits(octets) >> bit(octet(gram[3]), octet(gram[4])) & 1;
        }
        // The target ends within these grams.
        for (; at < end; at += kStep) {
            const auto octets = static_cast<Hashed>(octets_at(target_, at));
            hits_[count] = static_cast<std::uint32_t>(at);
            count += index_.bits(octets) >> bit(octets >> 24, 0) & 1;
        }
        return count;
    }

    // Fills places_ with those of the hits that have keys in their buckets, and
    // returns how many there are. A hit may have two: the bucket of keys of
    // four octets or more, and that of shorter keys.
    [[gnu::always_inline]] std::size_t find_places(std::size_t hits) {
        std::size_t count = 0;
        for (std::size_t i = 0; i < hits; ++i) {
            const std::uint32_t at = hits_[i];
            const auto octets = static_cast<Hashed>(octets_at(target_, at));
            count += put_place(count, at, octets);
            if (index_.shortest_ < kHashed && index_.bits(octets) == kAllBits) {
                count += put_place(count, at, octets & kWordMask);
            }
        }
        return count;
    }

    // Sets places_[i] to the bucket of `octets`; 0 if that is empty, else 1.
    std::size_t put_place(std::size_t i, std::size_t at, Hashed octets) {
        const std::uint32_t* const bucket =
            index_.buckets_.data() + index_.bucket(octets);
        __builtin_prefetch(index_.keys_.data() + bucket[0]);
        places_[i] = {static_cast<std::uint32_t>(at), bucket[0], bucket[1]};
        return bucket[0] == bucket[1] ? 0 : 1;
    }

    // Tries the rules of a place's keys that agree with the target there.
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
    // As they are: most stay unused.
    std::array<std::uint32_t, kBlock> hits_;
    std::array<Place, 2 * kBlock> places_;
};

// The keys are sorted by octet: each octet is searched for once.
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

std::size_t GramIndex::octets() const {
    return ranks_.capacity() * sizeof(Rank) +
           bitmap_.capacity() * sizeof(std::uint64_t) +
           buckets_.capacity() * sizeof(std::uint32_t) +
           keys_.capacity() * sizeof(Key) +
           octet_keys_.capacity() * sizeof(OctetKey);
}

Rank GramIndex::find(std::string_view target, Rank best) const {
    if (!keys_.empty()) {
        best = Search(*this, target, best).run();
    }
    return octet_keys_.empty() ? best : find_by_octet(target, best);
}

}  // namespace robots
