#include "rule_set.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "few_rules.hpp"
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

// What finds a rule among many.
struct Indexes {
    explicit Indexes(const std::vector<Rule>& rules)
        : literals(literals_of(rules)) {
        std::vector<Rank> ranks = wildcards_of(rules);
        if (!ranks.empty()) {
            wildcards.emplace(rules, std::move(ranks));
        }
    }

    Rank find(std::string_view target) const {
        const Rank rank = literals.find(target);
        return wildcards ? wildcards->find(target, rank) : rank;
    }

    PrefixTrie literals;
    std::optional<GramIndex> wildcards;  // points into the rules
};

}  // namespace

struct RuleSet::Compiled {
    explicit Compiled(std::vector<Rule> all) : rules(in_order(std::move(all))) {
        if (FewRules::are_few(rules)) {
            few.emplace(rules);
        } else {
            many = std::make_unique<const Indexes>(rules);
        }
    }

    Rank find(std::string_view target) const {
        return few ? few->find(target) : many->find(target);
    }

    const std::vector<Rule> rules;
    // One of both, which point into rules.
    std::optional<FewRules> few;
    std::unique_ptr<const Indexes> many;
};

RuleSet::RuleSet(std::vector<Rule> rules)
    : compiled_(std::make_shared<const Compiled>(std::move(rules))) {}

const Rule* RuleSet::match(std::string_view target) const {
    const Rank rank = compiled_->find(target);
    return rank == kNoRank ? nullptr : &compiled_->rules[rank];
}

const std::vector<Rule>& RuleSet::rules() const {
    return compiled_->rules;
}

}  // namespace robots
