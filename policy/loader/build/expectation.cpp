#include "policy/loader/build/expectation.hpp"

#include <algorithm>
#include <string>

#include "policy/verdict/deciding_rule.hpp"

namespace robots::loader {

namespace {

// "/", "/*", "*": a pattern that matches every target.
bool matches_all(std::string_view pattern) {
    const std::size_t last = pattern.find_last_not_of('*');
    if (last == std::string_view::npos) {
        return !pattern.empty();
    }
    return pattern.substr(0, last + 1) == "/";
}

bool closes_everything(const Group& group) {
    const auto& rules = group.rules.rules();
    const bool allows = std::any_of(rules.begin(), rules.end(),
                                    [](const Rule& r) { return r.allow; });
    return !allows &&
           std::any_of(rules.begin(), rules.end(), [](const Rule& rule) {
               return matches_all(rule.pattern.text());
           });
}

bool opens_root(const Group& group) {
    const Rule* rule = deciding_rule(group, {"/", Slashes::merge});
    return rule == nullptr || rule->allow;
}

void check_closed(const Place& place, const Robots& robots,
                  Findings& findings) {
    if (robots.settings->suspend) {
        return;
    }
    if (robots.groups.named("*") == nullptr) {
        findings.error(place, "expected-closed",
                       "`expect` is `closed`, but there is no group for `*`: "
                       "crawlers that no group names may fetch everything");
        return;
    }
    for (const auto& group : robots.groups.all()) {
        if (!closes_everything(*group)) {
            findings.error(place, "expected-closed",
                           "`expect` is `closed`, but group " +
                               quoted(group->name) +
                               " leaves something open; it needs `disallow: /` "
                               "and no `allow`");
            return;
        }
    }
}

void check_open(const Place& place, const Robots& robots, Findings& findings) {
    if (robots.settings->suspend) {
        findings.error(place, "expected-open",
                       "`expect` is `open`, but `suspend` closes the site "
                       "to every crawler");
        return;
    }
    const auto& groups = robots.groups.all();
    const bool some =
        robots.groups.named("*") == nullptr ||
        std::any_of(groups.begin(), groups.end(),
                    [](const auto& group) { return opens_root(*group); });
    if (!some) {
        findings.error(
            place, "expected-open",
            "`expect` is `open`, but `/` is closed to every crawler");
    }
}

}  // namespace

void check_expectation(const ExpectationEntry& asserted, const Robots& robots,
                       Findings& findings) {
    if (asserted.value == Expectation::closed) {
        check_closed(asserted.place, robots, findings);
    } else {
        check_open(asserted.place, robots, findings);
    }
}

}  // namespace robots::loader
