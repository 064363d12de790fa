#include "policy/lint/overlap.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "policy/base/text.hpp"

namespace robots::lint {

namespace {

// Documents with more rules are not compared rule by rule.
constexpr std::size_t kMostRules = 2000;

// Represents any text that a "*" matches. Normalised patterns do not have this
// octet, so only a "*" of another pattern can match it.
constexpr char kAnything = '\x01';

// Returns `pattern` as a target, with `filler` for each "*".
std::string filled(const PatternView& pattern, std::string_view filler) {
    std::string out;
    const std::vector<std::string_view> runs = pattern.runs();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        out += i == 0 ? std::string_view() : filler;
        out += runs[i];
    }
    return out;
}

std::string_view last_run(const PatternView& pattern) {
    return pattern.run(pattern.run_count() - 1);
}

bool is_exact(const PatternView& pattern) {
    return pattern.anchored() && pattern.run_count() == 1;
}

}  // namespace

std::string shape_of(const PatternView& pattern) {
    if (pattern.run_count() == 0) {
        return {};
    }
    constexpr std::string_view kShape(&kAnything, 1);
    std::string out = filled(pattern, kShape);
    // Every target starts with "/". So the text after a leading "*" comes after
    // this "/", unless the text itself starts with "/": "*a" matches the same
    // targets as "/*a".
    if (pattern.run_count() > 1 && pattern.run(0).empty() &&
        !starts_with(pattern.run(1), "/")) {
        out.insert(0, 1, '/');
    }
    out += pattern.anchored() ? std::string_view() : kShape;
    return out;
}

bool covers(const PatternView& outer, const std::string& inner_shape) {
    return !inner_shape.empty() && outer.matches(inner_shape);
}

bool matches_everything(const PatternView& pattern) {
    constexpr std::array<char, 2> kShapeOfAll{'/', kAnything};
    return pattern.matches({kShapeOfAll.data(), kShapeOfAll.size()});
}

const Rule* closing_rule(const Group& group) {
    const Rule* found = nullptr;
    for (const Rule& rule : group.rules.rules()) {
        if (rule.allow) {
            return nullptr;
        }
        if (matches_everything(rule.pattern)) {
            found = &rule;
        }
    }
    return found;
}

bool disjoint(const PatternView& a, const PatternView& b) {
    if (a.run_count() == 0 || b.run_count() == 0) {
        return true;
    }
    if (is_exact(a) || is_exact(b)) {
        const PatternView& exact = is_exact(a) ? a : b;
        return !(is_exact(a) ? b : a).matches(exact.run(0));
    }
    const std::string_view x = a.run(0);
    const std::string_view y = b.run(0);
    if (!starts_with(x, y) && !starts_with(y, x)) {
        return true;
    }
    const std::string_view p = last_run(a);
    const std::string_view q = last_run(b);
    return a.anchored() && b.anchored() && !ends_with(p, q) && !ends_with(q, p);
}

std::string example_of(const PatternView& pattern) {
    if (pattern.run_count() == 0) {
        return {};
    }
    std::string out = filled(pattern, "x");
    return starts_with(out, "/") ? out : '/' + out;
}

bool has_inner_wildcard(const PatternView& pattern) {
    const std::size_t runs = pattern.run_count();
    return runs > 2 || (runs == 2 && !pattern.run(1).empty());
}

bool is_kind_of_file(const PatternView& pattern) {
    if (pattern.run_count() < 2) {
        return false;
    }
    const std::string_view last = last_run(pattern);
    return last.size() > 1 && last.front() == '.' &&
           last.find_first_of("./?&=", 1) == std::string_view::npos;
}

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
