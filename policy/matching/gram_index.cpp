#include "policy/matching/gram_index.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "policy/base/octets.hpp"
#include "policy/base/power_of_two.hpp"

namespace robots {

namespace {

constexpr std::size_t kGram = 4;

// The number of buckets per key. Most buckets stay empty, so that processors
// predict the branch of a lookup correctly.
constexpr std::size_t kBucketsOfKey = 8;

// If a target contains more keys than this, find() tries all rules.
constexpr std::size_t kMostFound = 64;

// Calls visit(gram) for each 4-gram of a pattern's runs.
template <typename Visit>
void each_gram(const PatternView& pattern, Visit visit) {
    for (const std::string_view run : pattern.runs()) {
        for (std::size_t at = 0; at + kGram <= run.size(); ++at) {
            visit(four_octets(run.data() + at));
        }
    }
}

// Counts how often each 4-gram occurs in a set of rules. 4-grams with a hash
// collision share one count.
class Counts {
  public:
    explicit Counts(const ArrayView<Rule>& rules)
        : counts_(power_of_two(std::min(rules.size() * 8, kMost))) {
        for (const Rule& rule : rules) {
            each_gram(rule.pattern,
                      [this](std::uint32_t gram) { ++counts_[index(gram)]; });
        }
    }

    // Returns the 4-gram of `pattern` with the lowest count, or nullopt if all
    // runs of `pattern` are shorter than four octets.
    std::optional<std::uint32_t> rarest(const PatternView& pattern) const {
        std::optional<std::uint32_t> out;
        each_gram(pattern, [this, &out](std::uint32_t gram) {
            if (!out || counts_[index(gram)] < counts_[index(*out)]) {
                out = gram;
            }
        });
        return out;
    }

  private:
    static constexpr std::size_t kMost = std::size_t{1} << 18;

    std::size_t index(std::uint32_t gram) const {
        return hash(gram) & (counts_.size() - 1);
    }

    std::vector<std::uint32_t> counts_;
};

}  // namespace

GramIndex::GramIndex(const ArrayView<Rule>& rules, std::vector<Rank> ranks)
    : rules_(rules),
      ranks_(std::move(ranks)),
      buckets_(power_of_two(ranks_.size() * kBucketsOfKey), kNone) {
    // Counts the 4-grams of all rules, even of rules without "*", because a
    // 4-gram that many rules have is also frequent in targets.
    const Counts counts(rules);
    keys_.reserve(ranks_.size());
    // Starts with the highest rank, because each key is inserted at the front
    // of its bucket. So the keys of a bucket are sorted by rank.
    for (auto rank = ranks_.rbegin(); rank != ranks_.rend(); ++rank) {
        if (const auto gram = counts.rarest(rules[*rank].pattern)) {
            std::uint32_t& first = bucket(*gram);
            keys_.push_back({*gram, *rank, first});
            first = static_cast<std::uint32_t>(keys_.size() - 1);
        } else {
            keyless_.push_back(*rank);
        }
    }
    std::reverse(keyless_.begin(), keyless_.end());
}

std::uint32_t& GramIndex::bucket(std::uint32_t gram) {
    return buckets_[hash(gram) & (buckets_.size() - 1)];
}

std::uint32_t GramIndex::bucket(std::uint32_t gram) const {
    return buckets_[hash(gram) & (buckets_.size() - 1)];
}

Rank GramIndex::find(std::string_view target, Rank best) const {
    std::array<Rank, kMostFound> found;
    std::size_t count = 0;
    std::size_t others = target.size() + ranks_.size();
    for (std::size_t at = 0; at + kGram <= target.size(); ++at) {
        const std::uint32_t gram = four_octets(target.data() + at);
        for (std::uint32_t i = bucket(gram); i != kNone && keys_[i].rank < best;
             i = keys_[i].next) {
            if (keys_[i].gram != gram) {
                if (--others > 0) {
                    continue;
                }
                return first_match({ranks_.data(), ranks_.size()}, target,
                                   best);
            }
            if (count == found.size()) {
                return first_match({ranks_.data(), ranks_.size()}, target,
                                   best);
            }
            found[count++] = keys_[i].rank;
        }
    }
    std::sort(found.begin(), found.begin() + count);
    best = first_match({found.data(), count}, target, best);
    return first_match({keyless_.data(), keyless_.size()}, target, best);
}

// Returns the first rank in the sorted `ranks` whose rule matches, if that rank
// is below `best`. Otherwise, returns `best`.
Rank GramIndex::first_match(const ArrayView<Rank>& ranks,
                            std::string_view target, Rank best) const {
    for (const Rank rank : ranks) {
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
    return (ranks_.capacity() + keyless_.capacity()) * sizeof(Rank) +
           keys_.capacity() * sizeof(Key) +
           buckets_.capacity() * sizeof(std::uint32_t);
}

}  // namespace robots
