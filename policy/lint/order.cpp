// Checks the order of rules and groups, because some readers take the first
// rule or group that matches.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "policy/base/text.hpp"
#include "policy/lint/families.hpp"
#include "policy/matching/pattern.hpp"
#include "policy/robots_txt/token_parts.hpp"

namespace robots::lint {

namespace {

constexpr std::size_t kMostOrdered = 1000;  // rules of a group, in pairs
constexpr std::size_t kMostMoved = 20;

constexpr const char* kReaders = ", such as Python's urllib.robotparser";

// Whether even readers that do not support wildcards understand the rule.
bool is_plain(const RuleLine& rule) {
    const Pattern pattern(rule.path);
    return pattern.run_count() == 1 && !pattern.anchored() &&
           pattern.text() == rule.path;
}

// Returns " on line 7", or "" if the finding is on that line.
std::string on_line(const Place& place, const Place& found) {
    return place.line == found.line ? ""
                                    : " on line " + std::to_string(place.line);
}

using RuleLines = std::vector<const RuleLine*>;

// Returns the rules behind plain[at] that decide about some of the paths that
// plain[at] matches. `in_front` has the texts of the rules before plain[at]. A
// later rule with one of these texts is left out, because readers already find
// the earlier rule.
RuleLines in_wrong_order(const RuleLines& plain, std::size_t at,
                         const std::set<std::string>& in_front) {
    const RuleLine& rule = *plain[at];
    RuleLines out;
    for (std::size_t i = at + 1; i < plain.size(); ++i) {
        const RuleLine& later = *plain[i];
        if (later.allow != rule.allow && later.path.size() > rule.path.size() &&
            starts_with(later.path, rule.path) &&
            in_front.count(later.text()) == 0 && out.size() < kMostMoved) {
            out.push_back(&later);
        }
    }
    return out;
}

void check_rules(const RobotsGroup& group, Reporter& report) {
    RuleLines plain;
    for (const RuleLine& rule : group.rules) {
        if (is_plain(rule)) {
            plain.push_back(&rule);
        }
    }
    std::set<std::string> in_front;
    for (std::size_t i = 0; i < std::min(plain.size(), kMostOrdered); ++i) {
        const RuleLines later = in_wrong_order(plain, i, in_front);
        if (later.empty()) {
            in_front.insert(plain[i]->text());
            continue;
        }
        Fix fix;
        for (const RuleLine* each : later) {
            fix.by.push_back(each->text());
        }
        fix.by.push_back(plain[i]->text());
        const RuleLine& first = *later.front();
        report.tell(plain[i]->place, Code::order_matters,
                    cited(*plain[i]) + " is in front of " + cited(first) +
                        on_line(first.place, plain[i]->place) +
                        ", so readers that take the first rule that matches" +
                        kReaders + ", see " + cited(first.path) +
                        (first.allow ? " closed" : " open") +
                        "; write longer rules first",
                    std::move(fix));
        return;
    }
}

void check_groups(const std::vector<RobotsGroup>& groups, Reporter& report) {
    TokenParts parts;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        for (const std::string& token : groups[i].user_agents) {
            if (const auto before = parts.of(token);
                !before.empty() && !groups[i].is_part) {
                const RobotsGroup& other = groups[before.front()];
                report.tell(groups[i].place, Code::order_matters,
                            "the group for " + cited(token) +
                                " comes after one for a part of that name" +
                                on_line(other.place, groups[i].place) +
                                ", so readers that look for a token anywhere "
                                "in their name" +
                                kReaders +
                                ", take that one; write the group for " +
                                cited(token) + " first");
                break;
            }
        }
        for (const std::string& token : groups[i].user_agents) {
            parts.add(token, i);
        }
    }
}

}  // namespace

void lint_order(const Subject& subject, Reporter& report) {
    if (!subject.verbatim) {
        return;
    }
    // Readers that depend on the order also ignore lines with misspelt keys.
    RobotsTxt document =
        parse_robots_txt(subject.text.text, Reading::strict, subject.text.file);
    if (subject.text.inline_at) {
        move_to(*subject.text.inline_at, document);
    }
    for (const RobotsGroup& group : document.groups) {
        check_rules(group, report);
    }
    check_groups(document.groups, report);
}

}  // namespace robots::lint
