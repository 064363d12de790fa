#include "rule_set.hpp"

#include <algorithm>
#include <utility>

namespace robots {

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
    rules_ = std::make_shared<const std::vector<Rule>>(std::move(rules));
}

const Rule* RuleSet::match(std::string_view target) const {
    const auto it = std::find_if(
        rules_->begin(), rules_->end(),
        [target](const Rule& rule) { return rule.pattern.matches(target); });
    return it == rules_->end() ? nullptr : &*it;
}

}  // namespace robots
