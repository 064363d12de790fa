#include "policy/matching/rule_set.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

#include "policy/matching/few_rules.hpp"
#include "policy/matching/gram_index.hpp"
#include "policy/matching/prefix_trie.hpp"

namespace robots {

namespace {

void put_in_order(std::vector<NewRule>& rules) {
    std::stable_sort(rules.begin(), rules.end(),
                     [](const NewRule& a, const NewRule& b) {
                         const std::size_t x = a.pattern.length();
                         const std::size_t y = b.pattern.length();
                         return x != y ? x > y : a.allow && !b.allow;
                     });
}

// "/a*" matches what "/a" does, and so does "/a*$".
bool only_ends_in_star(const PatternView& pattern) {
    return pattern.run_count() == 2 && pattern.run(1).empty();
}

std::vector<PrefixTrie::Entry> literals_of(const ArrayView<Rule>& rules) {
    std::vector<PrefixTrie::Entry> out;
    for (Rank rank = 0; rank < rules.size(); ++rank) {
        const PatternView& pattern = rules[rank].pattern;
        if (pattern.run_count() == 1) {
            out.push_back({pattern.run(0), pattern.anchored(), rank});
        } else if (only_ends_in_star(pattern)) {
            out.push_back({pattern.run(0), false, rank});
        }
    }
    return out;
}

std::vector<Rank> wildcards_of(const ArrayView<Rule>& rules) {
    std::vector<Rank> out;
    for (Rank rank = 0; rank < rules.size(); ++rank) {
        const PatternView& pattern = rules[rank].pattern;
        if (pattern.run_count() > 1 && !only_ends_in_star(pattern)) {
            out.push_back(rank);
        }
    }
    return out;
}

}  // namespace

// Finds the rule that decides among many.
struct RuleSet::Indexes {
    explicit Indexes(const ArrayView<Rule>& rules)
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

    std::size_t octets() const {
        return sizeof *this + literals.octets() +
               (wildcards ? wildcards->octets() : 0);
    }

    PrefixTrie literals;
    std::optional<GramIndex> wildcards;  // points into the rules
};

// The rules, and what finds the one that decides. What every match reads lies
// in one piece of memory, in this order:
//
//     FewRules::Look    one for each rule, if they are few; else none
//     Rule              all rules, in the order in which they decide
//     octets            of their patterns, one behind the other
class RuleSet::Compiled {
    // The memory is freed without calling destructors.
    static_assert(std::is_trivially_destructible_v<Rule> &&
                  std::is_trivially_destructible_v<FewRules::Look>);
    static_assert(sizeof(FewRules::Look) % alignof(Rule) == 0);

  public:
    explicit Compiled(std::vector<NewRule> rules) : size_(rules.size()) {
        const bool are_few = FewRules::are_few(rules);
        put_in_order(rules);
        memory_.reset(new char[octets_for(rules, are_few)]);
        const std::size_t looks = are_few ? put_looks(rules) : 0;
        const ArrayView<Rule> kept = put_rules(rules, looks);
        if (!are_few) {
            many_ = std::make_unique<const Indexes>(kept);
        }
    }

    ArrayView<Rule> rules() const {
        const std::size_t looks = many_ != nullptr ? 0 : size_;
        return {reinterpret_cast<const Rule*>(first_look() + looks), size_};
    }

    const Rule* match(std::string_view target) const {
        return many_ != nullptr ? match_among_many(target)
                                : few().match(target);
    }

    std::size_t octets() const {
        std::size_t out = sizeof *this;
        for (const Rule& rule : rules()) {
            out += sizeof rule + rule.pattern.memory_size();
        }
        return out + (many_ != nullptr ? many_->octets()
                                       : size_ * sizeof(FewRules::Look));
    }

  private:
    static std::size_t octets_for(const std::vector<NewRule>& rules,
                                  bool are_few) {
        std::size_t octets =
            rules.size() *
            (sizeof(Rule) + (are_few ? sizeof(FewRules::Look) : 0));
        for (const NewRule& rule : rules) {
            octets += rule.pattern.memory_size();
        }
        return octets;
    }

    // Returns how many there are.
    std::size_t put_looks(const std::vector<NewRule>& rules) {
        auto* look = reinterpret_cast<FewRules::Look*>(memory_.get());
        for (const NewRule& rule : rules) {
            new (look++) FewRules::Look(FewRules::look_at(rule.pattern));
        }
        return rules.size();
    }

    // Puts the rules behind so many looks, and their octets behind them.
    ArrayView<Rule> put_rules(const std::vector<NewRule>& rules,
                              std::size_t looks) {
        auto* const first = reinterpret_cast<Rule*>(
            memory_.get() + looks * sizeof(FewRules::Look));
        auto* octets = reinterpret_cast<char*>(first + size_);
        Rule* next = first;
        for (const auto& [allow, pattern, place, by_index] : rules) {
            new (next++) Rule{pattern.copied_to(octets),
                              rule_key(allow, pattern), place, allow, by_index};
            octets += pattern.memory_size();
        }
        return {first, size_};
    }

    const FewRules::Look* first_look() const {
        return reinterpret_cast<const FewRules::Look*>(memory_.get());
    }

    FewRules few() const { return {{first_look(), size_}, rules().begin()}; }

    // Not inline: that would cost the match among a few rules registers.
    [[gnu::noinline]] const Rule* match_among_many(
        std::string_view target) const {
        const Rank rank = many_->find(target);
        return rank == kNoRank ? nullptr : &rules()[rank];
    }

    std::unique_ptr<char[]> memory_;
    std::size_t size_;                     // of the rules
    std::unique_ptr<const Indexes> many_;  // nullptr: they are few
};

RuleSet::RuleSet(std::vector<NewRule> rules)
    : compiled_(std::make_shared<const Compiled>(std::move(rules))) {}

// Flattened: one function down to the loop over a few rules.
[[gnu::flatten]] const Rule* RuleSet::match(std::string_view target) const {
    return compiled_->match(target);
}

ArrayView<Rule> RuleSet::rules() const {
    return compiled_->rules();
}

std::size_t RuleSet::octets() const {
    return compiled_->octets();
}

}  // namespace robots
