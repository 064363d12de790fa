#include "rule_set.hpp"

#include <algorithm>
#include <utility>

#include "gram_index.hpp"
#include "prefix_trie.hpp"

namespace robots {

namespace {

std::vector<Rule> in_order(std::vector<Rule> rules) {
    std::stable_sort(rules.begin(), rules.end(),
                     [](const Rule& a, const Rule& b) {
                         const std::size_t x = a.pattern.length();
                         const std::size_t y = b.pattern.length();
                         return x != y ? x > y : a.allow && !b.allow;
                     });
    for (Rule& rule : rules) {
        rule.key = rule_key(rule.allow, rule.pattern);
    }
    return rules;
}

// "/a*" matches what "/a" does, and so does "/a*$".
bool only_ends_in_star(const Pattern& pattern) {
    return pattern.run_count() == 2 && pattern.run(1).empty();
}

std::vector<PrefixTrie::Entry> literals_of(const std::vector<Rule>& rules) {
    std::vector<PrefixTrie::Entry> out;
    for (Rank rank = 0; rank < rules.size(); ++rank) {
        const Pattern& pattern = rules[rank].pattern;
        if (pattern.run_count() == 1) {
            out.push_back({pattern.run(0), pattern.anchored(), rank});
        } else if (only_ends_in_star(pattern)) {
            out.push_back({pattern.run(0), false, rank});
        }
    }
    return out;
}

std::unique_ptr<const GramIndex> index_of(const std::vector<Rule>& rules) {
    std::vector<Rank> ranks;
    for (Rank rank = 0; rank < rules.size(); ++rank) {
        const Pattern& pattern = rules[rank].pattern;
        if (pattern.run_count() > 1 && !only_ends_in_star(pattern)) {
            ranks.push_back(rank);
        }
    }
    return ranks.empty()
               ? nullptr
               : std::make_unique<const GramIndex>(rules, std::move(ranks));
}

}  // namespace

struct RuleSet::Compiled {
    explicit Compiled(std::vector<Rule> all)
        : rules(in_order(std::move(all))),
          literals(literals_of(rules)),
          wildcards(index_of(rules)) {}

    const std::vector<Rule> rules;
    const PrefixTrie literals;
    // Points into rules; nullptr where none has a "*".
    const std::unique_ptr<const GramIndex> wildcards;
};

RuleSet::RuleSet(std::vector<Rule> rules)
    : compiled_(std::make_shared<const Compiled>(std::move(rules))) {}

const Rule* RuleSet::match(std::string_view target) const {
    const Compiled& all = *compiled_;
    Rank rank = all.literals.find(target);
    if (all.wildcards != nullptr) {
        rank = all.wildcards->find(target, rank);
    }
    return rank == kNoRank ? nullptr : &all.rules[rank];
}

const std::vector<Rule>& RuleSet::rules() const {
    return compiled_->rules;
}

}  // namespace robots
