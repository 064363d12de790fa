// A site as a whole.

#include <algorithm>

#include "policy/lint/families.hpp"
#include "policy/lint/overlap.hpp"

namespace robots::lint {

namespace {

// Crawlers may stop at 500 KiB (RFC 9309 2.5), and some stop at a number of
// lines long before that.
constexpr std::size_t kManyLines = 5000;

// The rule that closes everything in a group that allows nothing, or nullptr.
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

void check_closed(const Subject& subject, Report& report) {
    const Group* wildcard = subject.compiled.named("*");
    if (subject.is_default || subject.environment_stated || subject.suspended ||
        wildcard == nullptr) {
        return;
    }
    const auto& groups = subject.compiled.all();
    const bool closed = std::all_of(
        groups.begin(), groups.end(),
        [](const auto& group) { return closing_rule(*group) != nullptr; });
    if (closed) {
        report.tell(closing_rule(*wildcard)->place, Code::closed_by_accident,
                    "this site is closed to every crawler and will drop out of "
                    "search engines; if you mean that, write `environment: "
                    "closed` next to `template`, `groups` or `robots_txt`");
    }
}

// Whether the group's crawlers may be delayed or refused.
bool acts(const Group& group) {
    const auto& actions = group.enforcement->action;
    return std::any_of(actions.begin(), actions.end(), [](Action action) {
        return action >= Action::throttle;
    });
}

void check_published(const Subject& subject, Report& report) {
    const bool acted_on = std::any_of(
        subject.compiled.all().begin(), subject.compiled.all().end(),
        [](const auto& group) { return acts(*group); });
    if (!subject.published && !subject.suspended && acted_on) {
        report.tell(subject.place, Code::unpublished_groups,
                    "crawlers read the application's robots.txt and cannot "
                    "see these groups; requests are delayed or refused by "
                    "rules that it may not have; write the same rules in both");
    }
}

}  // namespace

void lint_sites(const Subject& subject, Report& report) {
    check_closed(subject, report);
    check_published(subject, report);
    if (subject.lines > kManyLines) {
        report.tell(
            subject.place, Code::many_lines,
            "this robots.txt has " + std::to_string(subject.lines) +
                " lines, and some crawlers read only a few thousand; close "
                "folders instead of single pages, or use patterns with `*`");
    }
}

}  // namespace robots::lint
