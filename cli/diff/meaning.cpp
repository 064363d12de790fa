#include "cli/diff/meaning.hpp"

#include <algorithm>
#include <vector>

#include "cli/output/text.hpp"
#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/lint/overlap.hpp"
#include "policy/robots_txt/content_preferences.hpp"
#include "policy/robots_txt/robots_txt_line.hpp"

namespace robotsctl {

namespace {

using robots::Rule;

// If a group has more rules than this, pairs of its rules are not compared.
constexpr std::size_t kMostCompared = 400;

void append_literal(std::string& out, std::string_view run) {
    for (const char c : run) {
        if (c == '*') {
            out += "%2A";
        } else if (c == '$') {
            out += "%24";
        } else {
            out += c;
        }
    }
}

// Returns the shortest usual pattern that matches the same targets: "/a" for
// "/a*" and "/a*$", "/*x" for "*x", "/" for "*". All targets start with "/".
std::string spelled(const robots::PatternView& pattern) {
    std::string out;
    const std::vector<std::string_view> runs = pattern.runs();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        out += i == 0 ? "" : "*";
        append_literal(out, runs[i]);
    }
    if (!out.empty() && out.back() == '*') {
        out.pop_back();
    } else if (pattern.anchored()) {
        out += '$';
    }
    if (out.empty() || (out[0] == '*' && out.compare(0, 2, "*/") != 0)) {
        out.insert(0, 1, '/');
    }
    return out == "*/" ? "/" : out;
}

// A rule of a group. The rules of a group are in the order of precedence.
struct Compared {
    const Rule* rule;
    std::string text;  // the pattern, as it will be shown
    std::string shape;

    std::string line() const {
        return (rule->allow ? "Allow: " : "Disallow: ") + text;
    }
};

bool decides_before(const Compared& a, const Compared& b) {
    return a.text.size() != b.text.size() ? a.text.size() > b.text.size()
                                          : a.rule->allow && !b.rule->allow;
}

bool contest(const Compared& a, const Compared& b) {
    return a.rule->allow != b.rule->allow &&
           !robots::lint::disjoint(a.rule->pattern, b.rule->pattern);
}

class Group {
  public:
    explicit Group(const robots::RuleSet& rules) {
        for (const Rule& rule : rules.rules()) {
            std::string shape = robots::lint::shape_of(rule.pattern);
            if (!shape.empty()) {
                rules_.push_back(
                    {&rule, spelled(rule.pattern), std::move(shape)});
            }
        }
    }

    SpelledLines spelled_lines() {
        keep_order();
        SpelledLines out;
        for (const Compared& each : rules_) {
            out.insert(each.line());
        }
        return out;
    }

    SpelledLines deciding_lines() {
        for (std::size_t i = rules_.size(); i-- > 0;) {
            if (decides_nothing(i)) {
                rules_.erase(rules_.begin() + static_cast<std::ptrdiff_t>(i));
            }
        }
        for (Compared& each : rules_) {
            each.text = spelled(each.rule->pattern);
        }
        return spelled_lines();
    }

  private:
    // The length of a pattern is its precedence. If the canonical spelling of a
    // rule would change which of two rules decides, the rule keeps its original
    // spelling.
    void keep_order() {
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = 0; i < rules_.size(); ++i) {
                for (std::size_t j = i + 1; j < rules_.size(); ++j) {
                    if (contest(rules_[i], rules_[j]) &&
                        decides_before(rules_[j], rules_[i])) {
                        changed = restore(rules_[i]) || changed;
                        changed = restore(rules_[j]) || changed;
                    }
                }
            }
        }
    }

    static bool restore(Compared& each) {
        const std::string_view written = each.rule->pattern.text();
        const bool other = each.text != written;
        each.text = written;
        return other;
    }

    // Whether removing rule `i` changes no decision, because for each target of
    // rule `i`, another rule makes the same decision or has precedence over
    // rule `i`.
    bool decides_nothing(std::size_t i) const {
        const Compared& rule = rules_[i];
        for (std::size_t j = 0; j < i; ++j) {
            if (robots::lint::covers(rules_[j].rule->pattern, rule.shape)) {
                return true;
            }
        }
        for (std::size_t j = i + 1; j < rules_.size(); ++j) {
            if (contest(rule, rules_[j])) {
                return false;
            }
            if (rules_[j].rule->allow == rule.rule->allow &&
                robots::lint::covers(rules_[j].rule->pattern, rule.shape)) {
                return true;
            }
        }
        // A target that no rule disallows is allowed anyway.
        return rule.rule->allow;
    }

    std::vector<Compared> rules_;
};

// Returns "Sitemap" for "SITEMAP"; returns an unknown field name in lower case.
std::string spelled_field(std::string_view field) {
    for (const char* known : {"Sitemap", "License", "Clean-param", "Host",
                              "Content-Signal", "Content-Usage"}) {
        if (robots::equal_folded(field, known)) {
            return known;
        }
    }
    return robots::fold(field);
}

// Returns the items of a comma-separated list, sorted and without blanks.
std::string sorted_list(std::string_view text) {
    std::set<std::string> items;
    while (!text.empty()) {
        items.emplace(robots::trim(robots::take_until(',', text)));
    }
    return joined(items, [](const std::string& item) { return item; });
}

}  // namespace

RuleLines lines_of(const robots::RuleSet& rules) {
    RuleLines out;
    if (rules.rules().size() > kMostCompared) {
        for (const Rule& rule : rules.rules()) {
            out.spelled.insert(rule.text());
        }
        out.meaning = out.spelled;
        return out;
    }
    Group group(rules);
    out.spelled = group.spelled_lines();
    out.meaning = group.deciding_lines();
    return out;
}

std::string spelled_line(std::string_view field, std::string_view value) {
    const std::string name = spelled_field(field);
    std::string text(value);
    if (name == "Content-Signal") {
        auto line = robots::content_signal_from(value);
        if (line) {
            std::sort(line->signals.begin(), line->signals.end());
        }
        text = line ? text_of(*line) : sorted_list(value);
    } else if (name == "Content-Usage") {
        if (auto line = robots::content_usage_from(value)) {
            std::sort(line->labels.begin(), line->labels.end());
            text = text_of(*line);
        }
    }
    return name + ": " + text;
}

bool is_about_crawlers(std::string_view line) {
    const robots::RobotsLine parts = split_line(line, robots::Reading::lenient);
    const robots::LineKey key = key_from(parts.key, robots::Reading::lenient);
    return key != robots::LineKey::allow && key != robots::LineKey::disallow &&
           key != robots::LineKey::other;
}

std::string spelled_text(std::string_view line) {
    const robots::RobotsLine parts = split_line(line, robots::Reading::lenient);
    switch (key_from(parts.key, robots::Reading::lenient)) {
        case robots::LineKey::allow:
            return "Allow: " + spelled(robots::Pattern(parts.value));
        case robots::LineKey::disallow:
            return "Disallow: " + spelled(robots::Pattern(parts.value));
        case robots::LineKey::other:
            return parts.key.empty() ? std::string(line)
                                     : spelled_line(parts.key, parts.value);
        default:
            return std::string(line);
    }
}

}  // namespace robotsctl
