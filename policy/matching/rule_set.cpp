#include "policy/matching/rule_set.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "policy/matching/gram_index.hpp"
#include "policy/matching/prefix_index.hpp"

namespace robots {

namespace {

// In a set of at most kFew rules, match() tries the rules one by one.
constexpr std::size_t kFew = 16;

void put_in_order(std::vector<NewRule>& rules) {
    std::stable_sort(rules.begin(), rules.end(),
                     [](const NewRule& a, const NewRule& b) {
                         const std::size_t x = a.pattern.length();
                         const std::size_t y = b.pattern.length();
                         return x != y ? x > y : a.allow && !b.allow;
                     });
}

}  // namespace

// Finds the deciding rule in a set of more than kFew rules.
struct RuleSet::Indexes {
    std::optional<PrefixIndex> literals;
    std::optional<GramIndex> wildcards;

    explicit Indexes(const ArrayView<Rule>& rules) {
        std::vector<PrefixIndex::Entry> prefixes;
        std::vector<Rank> others;
        for (Rank rank = 0; rank < rules.size(); ++rank) {
            const PatternView& pattern = rules[rank].pattern;
            const std::vector<std::string_view> runs = pattern.runs();
            if (runs.size() == 1) {
                prefixes.push_back({runs[0], pattern.anchored(), rank});
            } else if (runs.size() == 2 && runs[1].empty()) {
                // "/a*" and "/a*$" match the same targets as "/a".
                prefixes.push_back({runs[0], false, rank});
            } else if (!runs.empty()) {
                others.push_back(rank);
            }
        }
        literals.emplace(std::move(prefixes));
        if (!others.empty()) {
            wildcards.emplace(rules, std::move(others));
        }
    }

    Rank find(std::string_view target) const {
        const Rank rank = literals->find(target);
        return wildcards ? wildcards->find(target, rank) : rank;
    }

    std::size_t octets() const {
        return sizeof *this + literals->octets() +
               (wildcards ? wildcards->octets() : 0);
    }
};

// The rules, sorted by rank. `octets` contains the patterns of all rules.
struct RuleSet::Compiled {
    std::vector<char> octets;
    std::vector<Rule> rules;
    std::unique_ptr<const Indexes> many;  // nullptr: at most kFew rules

    explicit Compiled(std::vector<NewRule> unsorted) {
        put_in_order(unsorted);
        std::size_t size = 0;
        for (const NewRule& rule : unsorted) {
            size += rule.pattern.memory().size();
        }
        octets.reserve(size);
        rules.reserve(unsorted.size());
        for (const auto& [allow, pattern, place, by_index] : unsorted) {
            const char* const at = octets.data() + octets.size();
            const std::string_view memory = pattern.memory();
            octets.insert(octets.end(), memory.begin(), memory.end());
            rules.push_back({pattern.moved_to(at), rule_key(allow, pattern),
                             place, allow, by_index});
        }
        if (rules.size() > kFew) {
            many = std::make_unique<const Indexes>(view());
        }
    }

    ArrayView<Rule> view() const { return {rules.data(), rules.size()}; }
};

RuleSet::RuleSet(std::vector<NewRule> rules)
    : compiled_(std::make_shared<const Compiled>(std::move(rules))) {}

const Rule* RuleSet::match(std::string_view target) const {
    if (compiled_->many != nullptr) {
        const Rank rank = compiled_->many->find(target);
        return rank == kNoRank ? nullptr : &compiled_->rules[rank];
    }
    for (const Rule& rule : compiled_->rules) {
        if (rule.pattern.may_match(target) && rule.pattern.matches(target)) {
            return &rule;
        }
    }
    return nullptr;
}

ArrayView<Rule> RuleSet::rules() const {
    return compiled_->view();
}

std::size_t RuleSet::octets() const {
    return sizeof *compiled_ + compiled_->octets.capacity() +
           compiled_->rules.capacity() * sizeof(Rule) +
           (compiled_->many != nullptr ? compiled_->many->octets() : 0);
}

}  // namespace robots
