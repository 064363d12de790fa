// Groups against the group for "*".

#include <algorithm>
#include <string>
#include <vector>

#include "policy/base/ascii.hpp"
#include "policy/lint/families.hpp"
#include "policy/lint/overlap.hpp"
#include "policy/matching/pattern.hpp"

namespace robots::lint {

namespace {

bool names(const RobotsGroup& group, std::string_view token) {
    return std::any_of(
        group.user_agents.begin(), group.user_agents.end(),
        [&](const std::string& each) { return equal_folded(each, token); });
}

// Whether the group says itself that all is open: `allow: /`, or nothing at
// all, which is how robots.txt opens everything.
bool opens_everything(const Group& group, const RobotsGroup& written) {
    const auto& rules = group.rules.rules();
    const bool says_nothing =
        rules.empty() && written.other.empty() && !group.pace->crawl_delay &&
        group.pace->request_rates.empty() && group.pace->visit_times.empty();
    return says_nothing ||
           std::any_of(rules.begin(), rules.end(), [](const Rule& rule) {
               return rule.allow && matches_everything(rule.pattern);
           });
}

bool closes_everything(const Group& group) {
    const auto& rules = group.rules.rules();
    return std::any_of(rules.begin(), rules.end(), [](const Rule& rule) {
        return !rule.allow && matches_everything(rule.pattern);
    });
}

bool is_closed(const Group& group, const std::string& target) {
    const Rule* rule = group.rules.match(target);
    return rule != nullptr && !rule->allow;
}

// The shortest rule that closes a path to "*" which is open to `group`.
const Rule* dropped_rule(const Group& wildcard, const Group& group) {
    const Rule* found = nullptr;
    for (const Rule& rule : wildcard.rules.rules()) {
        const std::string target = example_of(rule.pattern);
        if (!rule.allow && !target.empty() && is_closed(wildcard, target) &&
            !is_closed(group, target)) {
            found = &rule;
        }
    }
    return found;
}

std::string inherit_fix(const Subject& subject) {
    return subject.verbatim
               ? "; repeat the rules for `*` here, or write `Allow: /` "
                 "if that is what you want"
               : "; write `inherit: \"*\"` here, or `allow: /` "
                 "if that is what you want";
}

}  // namespace

void lint_groups(const Subject& subject, Report& report) {
    const Group* wildcard = subject.compiled.named("*");
    // A site that is closed but for some crawlers names these to let them in.
    if (wildcard == nullptr || closes_everything(*wildcard)) {
        return;
    }
    for (std::size_t i = 0; i < subject.document.groups.size(); ++i) {
        const RobotsGroup& written = subject.document.groups[i];
        report.enter(subject.notes[i]);
        if (written.user_agents.empty() || written.is_part ||
            names(written, "*") || subject.notes[i].inherits) {
            continue;
        }
        const std::string& token = written.user_agents.front();
        const Group* group = subject.compiled.named(token);
        if (group == nullptr || opens_everything(*group, written) ||
            closes_everything(*group)) {
            continue;
        }
        if (const Rule* rule = dropped_rule(*wildcard, *group)) {
            report.tell(written.place, Code::drops_wildcard_rules,
                        quoted(token) +
                            " follows only this group and ignores that for "
                            "`*`, so it may fetch what " +
                            quoted(rule->text()) + " closes to others" +
                            inherit_fix(subject));
        }
    }
}

}  // namespace robots::lint
