#include "rule_set.hpp"

#include <algorithm>
#include <utility>

#include "few_wildcards.hpp"
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

std::vector<Rank> wildcards_of(const std::vector<Rule>& rules) {
    std::vector<Rank> out;
    for (Rank rank = 0; rank < rules.size(); ++rank) {
        const Pattern& pattern = rules[rank].pattern;
        if (pattern.run_count() > 1 && !only_ends_in_star(pattern)) {
            out.push_back(rank);
        }
    }
    return out;
}

FewWildcards few_of(const std::vector<Rule>& rules) {
    const std::vector<Rank> ranks = wildcards_of(rules);
    return {rules,
            ranks.size() <= FewWildcards::kMost ? ranks : std::vector<Rank>{}};
}

std::unique_ptr<const GramIndex> many_of(const std::vector<Rule>& rules) {
    std::vector<Rank> ranks = wildcards_of(rules);
    return ranks.size() <= FewWildcards::kMost
               ? nullptr
               : std::make_unique<const GramIndex>(rules, std::move(ranks));
}

}  // namespace

struct RuleSet::Compiled {
    explicit Compiled(std::vector<Rule> all)
        : rules(in_order(std::move(all))),
          literals(literals_of(rules)),
          few(few_of(rules)),
          many(many_of(rules)) {}

    const std::vector<Rule> rules;
    const PrefixTrie literals;
    // Rules with "*" are in one of these, which point into rules.
    const FewWildcards few;
    const std::unique_ptr<const GramIndex> many;
};

RuleSet::RuleSet(std::vector<Rule> rules)
    : compiled_(std::make_shared<const Compiled>(std::move(rules))) {}

const Rule* RuleSet::match(std::string_view target) const {
    const Compiled& all = *compiled_;
    Rank rank = all.few.find(target, all.literals.find(target));
    if (all.many != nullptr) {
        rank = all.many->find(target, rank);
    }
    return rank == kNoRank ? nullptr : &all.rules[rank];
}

const std::vector<Rule>& RuleSet::rules() const {
    return compiled_->rules;
}

}  // namespace robots
