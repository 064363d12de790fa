#include "rule_set.hpp"

#include <algorithm>
#include <utility>

namespace robots {

namespace {

// Up to here, trying one rule after the other is no slower than an index.
constexpr std::size_t kFewRules = 24;

void index(const std::vector<Rule>& rules,
           std::unique_ptr<const PrefixTrie>& literals,
           std::unique_ptr<const GramIndex>& wildcards) {
    std::vector<PrefixTrie::Entry> whole;
    std::vector<GramIndex::Entry> starred;
    for (Rank rank = 0; rank < rules.size(); ++rank) {
        const Pattern& pattern = rules[rank].pattern;
        if (pattern.runs().size() == 1) {
            whole.push_back({pattern.runs()[0], pattern.anchored(), rank});
        } else {
            starred.push_back({&pattern, rank});
        }
    }
    literals = std::make_unique<const PrefixTrie>(std::move(whole));
    wildcards = std::make_unique<const GramIndex>(starred);
}

}  // namespace

std::string Rule::text() const {
    return (allow ? "Allow: " : "Disallow: ") + pattern.text();
}

RuleSet::RuleSet(std::vector<Rule> rules) {
    std::stable_sort(rules.begin(), rules.end(),
                     [](const Rule& a, const Rule& b) {
                         const std::size_t x = a.pattern.length();
                         const std::size_t y = b.pattern.length();
                         return x != y ? x > y : a.allow && !b.allow;
                     });
    auto compiled = std::make_shared<Compiled>();
    compiled->rules = std::move(rules);
    if (compiled->rules.size() > kFewRules) {
        index(compiled->rules, compiled->literals, compiled->wildcards);
    }
    compiled_ = std::move(compiled);
}

const Rule* RuleSet::match(std::string_view target) const {
    const std::vector<Rule>& rules = compiled_->rules;
    if (compiled_->literals == nullptr) {
        const auto it = std::find_if(rules.begin(), rules.end(),
                                     [target](const Rule& rule) {
                                         return rule.pattern.matches(target);
                                     });
        return it == rules.end() ? nullptr : &*it;
    }
    const Rank rank =
        compiled_->wildcards->find(target, compiled_->literals->find(target));
    return rank == kNoRank ? nullptr : &rules[rank];
}

}  // namespace robots
