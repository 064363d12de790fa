#include "policy/lint/precedence.hpp"

#include <algorithm>
#include <utility>

#include "policy/lint/overlap.hpp"

namespace robots::lint {

namespace {

constexpr std::size_t kMostRules = 2000;

}  // namespace

Precedence::Precedence(const RobotsTxt& document) {
    std::size_t rules = 0;
    for (const RobotsGroup& group : document.groups) {
        rules += group.rules.size();
    }
    too_many_ = rules > kMostRules;
    if (too_many_) {
        return;
    }
    for (const RobotsGroup& group : document.groups) {
        for (const RuleLine& rule : group.rules) {
            add(rule.allow, rule.path);
            const auto implied = implied_by_index(rule.path);
            if (rule.allow && implied) {
                add(true, *implied);
            }
        }
    }
}

void Precedence::add(bool allow, const std::string& path) {
    Pattern pattern(path);
    ByLength& lengths = allow ? allows_ : disallows_;
    lengths[pattern.length()].push_back(std::move(pattern));
}

bool Precedence::decides(bool allow, const PatternView& pattern,
                         const PatternView& other) const {
    if (too_many_) {
        return true;
    }
    const ByLength& opposite = allow ? disallows_ : allows_;
    const auto [least, most] = std::minmax({pattern.length(), other.length()});
    for (auto it = opposite.lower_bound(least);
         it != opposite.end() && it->first <= most; ++it) {
        const bool meets = std::any_of(
            it->second.begin(), it->second.end(), [&](const Pattern& each) {
                return !disjoint(each, pattern) || !disjoint(each, other);
            });
        if (meets) {
            return true;
        }
    }
    return false;
}

}  // namespace robots::lint
