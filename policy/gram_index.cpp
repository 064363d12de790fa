#include "gram_index.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>
#include <utility>

#include "octets.hpp"

namespace robots {

namespace {

constexpr std::size_t kGram = 4;
constexpr std::size_t kStep = 2;     // from one gram of a target to the next
constexpr std::size_t kBlock = 64;   // grams that are looked up in a row
constexpr std::size_t kLongest = 8;  // key
constexpr std::size_t kTied = 4;
// Of a shorter run, the key that starts one place later would be one octet.
constexpr std::size_t kShortestRun = 3;
// A key lies in one of the first runs, and not too far behind in it.
constexpr std::size_t kRuns = 256;
constexpr std::size_t kFarthest = 60000;

// What of a gram picks a word of the bitmap: two octets and three bits of the
// third. The fourth picks the bit. Short keys, of two or three octets, don't
// know all of that, and have all bits of each word that may be theirs.
constexpr std::uint32_t kWordMask = 0x07ffff;
constexpr std::uint32_t kThirdOctet = 0x010000;
constexpr std::uint32_t kThirdOctets = 8;
constexpr std::uint64_t kAllBits = ~std::uint64_t{0};

// A failed trial costs as much as to compare so many keys.
constexpr std::ptrdiff_t kTrial = 16;

// Fibonacci hashing; all bits are good.
std::uint32_t hash(std::uint32_t gram) {
    return static_cast<std::uint32_t>(gram * 0x9E3779B97F4A7C15ULL >> 32);
}

unsigned bit(std::uint32_t gram) {
    return gram >> 24 & 63;
}

std::size_t power_of_two(std::size_t least, std::size_t most) {
    std::size_t size = 16;
    while (size < least && size < most) {
        size *= 2;
    }
    return size;
}

// How often grams and octets occur in a set of rules, those without "*"
// included: what rules have in common, targets have too. Some grams share a
// count.
class Frequencies {
  public:
    explicit Frequencies(const std::vector<Rule>& rules) {
        std::size_t octets = 0;
        for (const Rule& rule : rules) {
            octets += rule.pattern.length();
        }
        grams_.resize(power_of_two(octets, 1U << 18));
        for (const Rule& rule : rules) {
            for (std::size_t i = 0; i < rule.pattern.run_count(); ++i) {
                count(rule.pattern.run(i));
            }
        }
    }

    // Of the two keys of a rule, which start at `at` and one place later.
    std::uint32_t of_keys(std::string_view run, std::size_t at) const {
        return grams_[place(run, at)] + grams_[place(run, at + 1)];
    }

    std::uint32_t of_octet(char octet) const {
        return octets_[static_cast<unsigned char>(octet)];
    }

  private:
    void count(std::string_view run) {
        for (std::size_t at = 0; at + kGram <= run.size(); ++at) {
            ++grams_[place(run, at)];
        }
        for (const char octet : run) {
            ++octets_[static_cast<unsigned char>(octet)];
        }
    }

    std::size_t place(std::string_view run, std::size_t at) const {
        return hash(four_octets(run.data() + at)) & (grams_.size() - 1);
    }

    std::vector<std::uint32_t> grams_;
    std::array<std::uint32_t, 256> octets_{};
};

// Where in a pattern a key lies.
struct Spot {
    std::size_t run;
    std::size_t at;
};

// The rarest in a run that is long enough for two whole grams; where there is
// none, the start of the longest run, if it is not too short.
std::optional<Spot> rarest_spot(const Pattern& pattern,
                                const Frequencies& frequencies) {
    Spot rarest{0, 0};
    std::uint32_t least = UINT32_MAX;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < std::min(pattern.run_count(), kRuns); ++i) {
        const std::string_view run = pattern.run(i).substr(0, kFarthest);
        for (std::size_t at = 0; at + kGram < run.size(); ++at) {
            const std::uint32_t frequency = frequencies.of_keys(run, at);
            if (frequency < least) {
                least = frequency;
                rarest = {i, at};
            }
        }
        if (run.size() <= kGram && longest <= run.size()) {
            longest = run.size();
            if (least == UINT32_MAX) {
                rarest = {i, 0};
            }
        }
    }
    return least < UINT32_MAX || longest >= kShortestRun
               ? std::optional<Spot>(rarest)
               : std::nullopt;
}

char rarest_octet(const Pattern& pattern, const Frequencies& frequencies) {
    char rarest = '/';
    std::uint32_t least = UINT32_MAX;
    for (std::size_t i = 0; i < pattern.run_count(); ++i) {
        for (const char octet : pattern.run(i)) {
            if (frequencies.of_octet(octet) < least) {
                least = frequencies.of_octet(octet);
                rarest = octet;
            }
        }
    }
    return rarest;
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

GramIndex::GramIndex(const std::vector<Rule>& rules, std::vector<Rank> ranks)
    : rules_(rules.data()), ranks_(std::move(ranks)) {
    const Frequencies frequencies(rules);
    bitmap_.resize(power_of_two(ranks_.size(), 4096));
    buckets_.resize(power_of_two(ranks_.size() * 4, 1U << 20) + 1);
    std::vector<Draft> drafts;
    drafts.reserve(ranks_.size() * 2);
    for (const Rank rank : ranks_) {
        const Pattern& pattern = rules[rank].pattern;
        if (const auto spot = rarest_spot(pattern, frequencies)) {
            draft(rank, spot->run, spot->at, drafts);
        } else {
            octet_keys_.push_back({rarest_octet(pattern, frequencies), rank});
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
    const Pattern& pattern = rules_[rank].pattern;
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
    key.tied = static_cast<Gram>(octets_at(tied, tied.size() - tied_size));
    key.tied_at = static_cast<std::int32_t>(from_end ? 0 : tied.size()) -
                  static_cast<std::int32_t>(tied_size);
    key.tied_size = tied_size & 0xf;
    for (std::size_t i = at; i < at + kStep; ++i) {
        const std::size_t size = std::min(octets.size() - i, kLongest);
        key.octets = octets_at(octets, i);
        key.offset = static_cast<std::uint16_t>(i);
        key.size = size & 0xf;
        const auto gram = static_cast<Gram>(key.octets);
        if (size >= kGram) {
            bits(gram) |= std::uint64_t{1} << bit(gram);
            drafts.push_back({bucket(gram), key});
            continue;
        }
        has_short_keys_ = true;
        for (Gram third = 0; third < (size == 2 ? kThirdOctets : 1); ++third) {
            const Gram each = (gram & kWordMask) + third * kThirdOctet;
            bits(each) = kAllBits;
            drafts.push_back({bucket(each), key});
        }
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

inline std::uint64_t& GramIndex::bits(Gram gram) {
    return bitmap_[hash(gram & kWordMask) & (bitmap_.size() - 1)];
}

inline std::uint64_t GramIndex::bits(Gram gram) const {
    return bitmap_[hash(gram & kWordMask) & (bitmap_.size() - 1)];
}

inline std::uint32_t GramIndex::bucket(Gram gram) const {
    return hash(gram) & static_cast<std::uint32_t>(buckets_.size() - 2);
}

// One look-up among the keys.
class GramIndex::Search {
  public:
    Search(const GramIndex& index, std::string_view target, Rank best)
        : index_(index),
          target_(target),
          best_(best),
          budget_(static_cast<std::ptrdiff_t>(index.ranks_.size()) * 2 + 256) {}

    Rank run() {
        for (std::size_t at = 0; at + kGram <= target_.size();
             at += kStep * kBlock) {
            const std::size_t count = collect(at);
            for (std::size_t i = 0; i < count; ++i) {
                try_keys(places_[i]);
                if (budget_ < 0) {
                    return index_.try_all(target_, best_);
                }
            }
        }
        try_short_keys_at_end();
        return best_;
    }

  private:
    // Fills places_ with where keys may lie in the block of grams that starts
    // at `from`, and says how many there are. First all that needs no branch,
    // for all places at once: processors are fast at that.
    std::size_t collect(std::size_t from) {
        std::array<std::uint32_t, kBlock> hits;
        std::size_t hit_count = 0;
        const std::size_t end =
            std::min(from + kStep * kBlock, target_.size() - kGram + 1);
        for (std::size_t at = from; at < end; at += kStep) {
            const Gram gram = four_octets(target_.data() + at);
            hits[hit_count] = static_cast<std::uint32_t>(at);
            hit_count += index_.bits(gram) >> bit(gram) & 1;
        }
        std::size_t count = 0;
        for (std::size_t i = 0; i < hit_count; ++i) {
            const Gram gram = four_octets(target_.data() + hits[i]);
            count += put(count, hits[i], gram);
            if (index_.has_short_keys_ && index_.bits(gram) == kAllBits) {
                count += put(count, hits[i], gram & kWordMask);
            }
        }
        return count;
    }

    // Puts the keys of the gram's bucket into places_[i]; 0 if there are none.
    std::size_t put(std::size_t i, std::size_t at, Gram gram) {
        const std::uint32_t* const bucket =
            index_.buckets_.data() + index_.bucket(gram);
        __builtin_prefetch(index_.keys_.data() + bucket[0]);
        places_[i] = {static_cast<std::uint32_t>(at), bucket[0], bucket[1]};
        return bucket[0] == bucket[1] ? 0 : 1;
    }

    // The last gram of the target, at an even place, lacks an octet or two.
    void try_short_keys_at_end() {
        if (!index_.has_short_keys_ || target_.size() < 2) {
            return;
        }
        const std::size_t at = (target_.size() - 2) & ~std::size_t{1};
        const auto gram = static_cast<Gram>(octets_at(target_, at));
        if (index_.bits(gram) == kAllBits &&
            put(0, at, gram & kWordMask) != 0) {
            try_keys(places_[0]);
        }
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
