#include "few_rules.hpp"

#include <algorithm>

#include "rare_pair.hpp"

namespace robots {

namespace {

constexpr std::size_t kMostRules = 16;
constexpr std::size_t kMostWildcards = 4;

bool has_star(const Rule& rule) {
    return rule.pattern.run_count() > 1;
}

// The rarest of all the runs' pairs; false where no run has one.
bool take_pair(const Pattern& pattern, std::array<char, 2>& out) {
    std::size_t rarity = 0;
    for (std::size_t i = 0; i < pattern.run_count(); ++i) {
        const std::string_view run = pattern.run(i);
        const RarePair pair = rarest_pair(run);
        if (pair.rarity > rarity) {
            rarity = pair.rarity;
            out = {run[pair.at], run[pair.at + 1]};
        }
    }
    return rarity > 0;
}

}  // namespace

bool FewRules::are_few(const std::vector<Rule>& rules) {
    return rules.size() <= kMostRules &&
           static_cast<std::size_t>(std::count_if(rules.begin(), rules.end(),
                                                  has_star)) <= kMostWildcards;
}

FewRules::FewRules(const std::vector<Rule>& rules) : rules_(rules.data()) {
    entries_.reserve(rules.size());
    for (Rank rank = 0; rank < rules.size(); ++rank) {
        const Pattern& pattern = rules[rank].pattern;
        if (pattern.run_count() == 0) {
            continue;
        }
        const std::string_view start = pattern.run(0).substr(0, 8);
        Entry entry{
            octets_at(start, 0), kFirstOctets[start.size()], rank, false, {}};
        entry.has_pair =
            has_star(rules[rank]) && take_pair(pattern, entry.pair);
        entries_.push_back(entry);
    }
}

bool FewRules::matches(const Entry& entry, std::string_view target) const {
    return (!entry.has_pair || has_pair(target, entry.pair)) &&
           rules_[entry.rank].pattern.matches(target);
}

}  // namespace robots
