#include "policy/matching/few_rules.hpp"

#include <algorithm>
#include <cstddef>

namespace robots {

namespace {

constexpr std::size_t kMostRules = 16;
constexpr std::ptrdiff_t kMostWildcards = 4;

bool has_star(const PatternView& pattern) {
    return pattern.run_count() > 1;
}

// The rarest of all the runs' pairs; false if no run has one.
bool take_pair(const PatternView& pattern, std::array<char, 2>& out) {
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

bool FewRules::are_few(const std::vector<NewRule>& rules) {
    const auto wildcards = std::count_if(
        rules.begin(), rules.end(),
        [](const NewRule& rule) { return has_star(rule.pattern); });
    return rules.size() <= kMostRules && wildcards <= kMostWildcards;
}

FewRules::Look FewRules::look_at(const PatternView& pattern) {
    Look look{};
    if (pattern.run_count() > 0) {
        const std::string_view start = pattern.run(0).substr(0, 8);
        look.start = octets_at(start, 0);
        look.known = static_cast<std::uint8_t>(start.size());
        look.has_pair = has_star(pattern) && take_pair(pattern, look.pair);
    }
    return look;
}

// The rule that decides among that of `look` and those behind it.
const Rule* FewRules::match_from(const Look* look,
                                 std::string_view target) const {
    const std::uint64_t start = octets_at(target, 0);
    for (; look != looks_.end(); ++look) {
        const Rule& rule = rules_[look - looks_.begin()];
        if (may_match(*look, start, target) && rule.pattern.matches(target)) {
            return &rule;
        }
    }
    return nullptr;
}

}  // namespace robots
