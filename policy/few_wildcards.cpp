#include "few_wildcards.hpp"

#include "rare_pair.hpp"

namespace robots {

namespace {

bool has_pair(std::string_view target, const std::array<char, 2>& pair) {
    const char* const start = target.data();
    return target.size() >= pair.size() &&
           find_pair(start, start + target.size() - 1, pair.data()) != nullptr;
}

}  // namespace

FewWildcards::FewWildcards(const std::vector<Rule>& rules,
                           const std::vector<Rank>& ranks)
    : rules_(rules.data()) {
    entries_.reserve(ranks.size());
    for (const Rank rank : ranks) {
        const Pattern& pattern = rules[rank].pattern;
        Entry entry{rank, false, {}};
        std::size_t rarity = 0;
        for (std::size_t i = 0; i < pattern.run_count(); ++i) {
            const std::string_view run = pattern.run(i);
            const RarePair pair = rarest_pair(run);
            if (pair.rarity > rarity) {
                rarity = pair.rarity;
                entry = {rank, true, {run[pair.at], run[pair.at + 1]}};
            }
        }
        entries_.push_back(entry);
    }
}

Rank FewWildcards::find(std::string_view target, Rank best) const {
    for (const Entry& entry : entries_) {
        if (entry.rank >= best) {
            break;
        }
        if ((!entry.has_pair || has_pair(target, entry.pair)) &&
            rules_[entry.rank].pattern.matches(target)) {
            return entry.rank;
        }
    }
    return best;
}

}  // namespace robots
