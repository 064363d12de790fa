#include "gram_index.hpp"

#include <algorithm>
#include <array>

namespace robots {

namespace {

constexpr std::size_t kGram = 3;

std::uint32_t octet(char c) {
    return static_cast<unsigned char>(c);
}

std::uint32_t gram_at(std::string_view text, std::size_t at) {
    return octet(text[at]) << 16 | octet(text[at + 1]) << 8 |
           octet(text[at + 2]);
}

// Calls `use` with each gram of a pattern's runs.
template <typename Use>
void each_gram(const Pattern& pattern, Use use) {
    for (const std::string& run : pattern.runs()) {
        for (std::size_t i = 0; i + kGram <= run.size(); ++i) {
            use(gram_at(run, i));
        }
    }
}

// The last run that is not empty; it tells more than the first, since "/"
// starts every target.
const std::string* last_octets(const Pattern& pattern) {
    const auto& runs = pattern.runs();
    const auto it =
        std::find_if(runs.rbegin(), runs.rend(),
                     [](const std::string& run) { return !run.empty(); });
    return it == runs.rend() ? nullptr : &*it;
}

// The keys that one look-up has tried already.
class Tried {
  public:
    // False where `gram` was added before.
    bool add(std::uint32_t gram) {
        const auto end = grams_.begin() + static_cast<std::ptrdiff_t>(size_);
        if (std::find(grams_.begin(), end, gram) != end) {
            return false;
        }
        if (!full()) {
            grams_[size_++] = gram;
        }
        return true;
    }

    bool full() const { return size_ == grams_.size(); }

  private:
    std::array<std::uint32_t, 32> grams_;
    std::size_t size_ = 0;
};

}  // namespace

GramIndex::GramIndex(const std::vector<Entry>& entries) : all_(entries) {
    std::unordered_map<Gram, std::uint32_t> uses;
    for (const Entry& entry : entries) {
        each_gram(*entry.pattern, [&uses](Gram gram) { ++uses[gram]; });
    }
    for (const Entry& entry : entries) {
        Gram rarest = 0;
        std::uint32_t fewest = UINT32_MAX;
        each_gram(*entry.pattern, [&](Gram gram) {
            if (uses[gram] < fewest) {
                fewest = uses[gram];
                rarest = gram;
            }
        });
        if (fewest != UINT32_MAX) {
            by_gram_[rarest].push_back(entry);
        } else if (const std::string* run = last_octets(*entry.pattern)) {
            add_by_octet(run->front(), entry);
        } else if (!entry.pattern->runs().empty()) {
            always_.push_back(entry);
        }
    }
    index_grams();
}

void GramIndex::add_by_octet(char octet, const Entry& entry) {
    const auto it =
        std::find_if(by_octet_.begin(), by_octet_.end(),
                     [octet](const auto& key) { return key.first == octet; });
    if (it == by_octet_.end()) {
        by_octet_.push_back({octet, {entry}});
    } else {
        it->second.push_back(entry);
    }
}

void GramIndex::index_grams() {
    unsigned bits = 6;
    while ((1U << bits) < 16 * by_gram_.size() && bits < 24) {
        ++bits;
    }
    shift_ = 32 - bits;
    bitmap_.assign((1U << bits) / 64, 0);
    for (const auto& [gram, entries] : by_gram_) {
        bitmap_[slot(gram) / 64] |= std::uint64_t{1} << slot(gram) % 64;
    }
}

std::uint32_t GramIndex::slot(Gram gram) const {
    return gram * 2654435761U >> shift_;  // Knuth's multiplicative hash
}

bool GramIndex::may_have(Gram gram) const {
    const std::uint32_t at = slot(gram);
    return (bitmap_[at / 64] >> at % 64 & 1) != 0;
}

Rank GramIndex::try_all(const Entries& entries, std::string_view target,
                        Rank best) {
    for (const Entry& entry : entries) {
        if (entry.rank >= best) {
            break;
        }
        if (entry.pattern->matches(target)) {
            return entry.rank;
        }
    }
    return best;
}

Rank GramIndex::find_by_octet(std::string_view target, Rank best) const {
    for (const auto& [octet, entries] : by_octet_) {
        if (target.find(octet) != std::string_view::npos) {
            best = try_all(entries, target, best);
        }
    }
    return best;
}

Rank GramIndex::find_by_gram(std::string_view target, Rank best) const {
    if (target.size() < kGram || by_gram_.empty()) {
        return best;
    }
    Tried tried;
    Gram gram = gram_at(target, 0);
    for (std::size_t i = kGram;; ++i) {
        if (may_have(gram)) {
            const auto it = by_gram_.find(gram);
            if (it != by_gram_.end() && it->second.front().rank < best &&
                tried.add(gram)) {
                best = try_all(it->second, target, best);
            }
            if (tried.full()) {
                // So many keys in one target: trying each rule once is bounded,
                // trying some again is not.
                return try_all(all_, target, best);
            }
        }
        if (i == target.size()) {
            return best;
        }
        gram = (gram << 8 | octet(target[i])) & 0xffffff;
    }
}

Rank GramIndex::find(std::string_view target, Rank best) const {
    best = try_all(always_, target, best);
    best = find_by_octet(target, best);
    return find_by_gram(target, best);
}

}  // namespace robots
