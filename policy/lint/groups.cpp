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

// The shortest rule that closes a path for "*" and that no rule of `group`
// closes.
const Rule* dropped_rule(const Group& wildcard, const Group& group) {
    const Rule* found = nullptr;
    for (const Rule& rule : wildcard.rules.rules()) {
        const std::string shape = shape_of(rule.pattern);
        const auto& own = group.rules.rules();
        const bool kept =
            std::any_of(own.begin(), own.end(), [&](const Rule& each) {
                return !each.allow && covers(each.pattern, shape);
            });
        if (!rule.allow && !shape.empty() && !kept) {
            found = &rule;
        }
    }
    return found;
}

std::string inherit_fix(const Subject& subject) {
    return subject.verbatim ? "; repeat those rules in this group, or write "
                              "`Allow: /` to open everything"
                            : "; write `inherit: \"*\"` in this group, or "
                              "`allow: /` to open everything";
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
        if (written.user_agents.empty() || written.is_part ||
            names(written, "*") || subject.notes[i].inherits) {
            continue;
        }
        const std::string& token = written.user_agents.front();
        const Group* group = subject.compiled.named(token);
        if (group == nullptr || opens_everything(*group, written)) {
            continue;
        }
        if (const Rule* rule = dropped_rule(*wildcard, *group)) {
            report.tell(written.place, Code::drops_wildcard_rules,
                        quoted(token) +
                            " follows only this group and ignores the `*` "
                            "group, so rules such as " +
                            quoted(rule->text()) + " do not apply to it" +
                            inherit_fix(subject));
        }
    }
}

}  // namespace robots::lint
