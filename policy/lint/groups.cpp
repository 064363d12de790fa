// Compares groups with the group for "*". Finds tokens that are in several
// groups, and crawlers that obey a group meant for another crawler.

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "policy/base/ascii.hpp"
#include "policy/lint/families.hpp"
#include "policy/lint/overlap.hpp"
#include "policy/matching/pattern.hpp"

namespace robots::lint {

namespace {

// Whether the group itself opens everything: by `allow: /`, or by having no
// lines at all, because an empty group of robots.txt opens everything.
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

// Returns the shortest rule of "*" that closes a path which is open to `group`;
// nullptr if no rule does.
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

// The tokens of a group that are also in an earlier group: the first of these
// tokens, and their number.
struct Repeated {
    std::string first;
    Place place;  // of the earlier group
    std::size_t count = 0;
};

void tell(const RobotsGroup& group, const Repeated& repeated,
          Reporter& report) {
    const std::string others =
        repeated.count == 1
            ? ""
            : " (and " + std::to_string(repeated.count - 1) + " more)";
    const std::string where =
        repeated.place.line == group.place.line
            ? ""
            : " on line " + std::to_string(repeated.place.line);
    report.tell(
        group.place, Code::token_in_two_groups,
        cited(repeated.first) + others + " already has a group" + where +
            "; both apply (RFC 9309, 2.2.1), but many parsers read only one of "
            "them; write all rules for a crawler in one group");
}

// Returns "`a`, `b` and 2 more".
std::string listed(const std::vector<std::string>& tokens) {
    constexpr std::size_t kMost = 10;
    std::string out;
    const std::size_t shown = std::min(tokens.size(), kMost);
    for (std::size_t i = 0; i < shown; ++i) {
        const bool last = i + 1 == tokens.size();
        out += (i == 0 ? "" : last ? " and " : ", ") + cited(tokens[i]);
    }
    return tokens.size() > kMost
               ? out + " and " + std::to_string(tokens.size() - kMost) + " more"
               : out;
}

void tell_left_out(const RobotsGroup& group, const PartTokens& parts,
                   Reporter& report) {
    const bool one = parts.left_out.size() == 1;
    report.tell(group.place, Code::token_in_others, Severity::advice,
                listed(parts.left_out) +
                    (one ? " is left out of this category: it is"
                         : " are left out of this category: they are") +
                    " part of other crawlers' tokens, such as " +
                    cited(parts.example) +
                    ", and some of those crawlers would obey this group; to "
                    "include " +
                    (one ? "it" : "them") + ", add a group with `user_agent`");
}

void tell_published(const RobotsGroup& group, const PartTokens& parts,
                    Reporter& report) {
    report.tell(
        group.place, Code::token_in_others,
        listed(parts.published) +
            (parts.published.size() == 1 ? " is" : " are") +
            " part of other crawlers' tokens, such as " + cited(parts.example) +
            ", and some of those crawlers obey this group, because they look "
            "for its token anywhere in their own; give those crawlers a group "
            "of their own");
}

// Returns the actions of the category's group, such as "disallow: reject", that
// are stricter than the crawler's actions. Actions that the crawler's own group
// sets are left out.
std::string left_behind(const Subject& subject, const GroupNotes& notes) {
    const Group* group = subject.compiled.named(notes.taken_from->token);
    const auto& others = notes.taken_from->enforce.action;
    std::string out;
    for (std::size_t i = 0; group != nullptr && i < kViolations; ++i) {
        const Action own = group->enforcement->action[i];
        if (others[i] && *others[i] > Action::log && *others[i] > own &&
            !notes.own_enforce.action[i]) {
            out += (out.empty() ? "" : ", ") + std::string(kDirectives[i]) +
                   ": " + std::string(to_string(*others[i]));
        }
    }
    return out;
}

void check_enforce(const Subject& subject, std::size_t index,
                   Reporter& report) {
    const GroupNotes& notes = subject.notes[index];
    const std::string lost =
        notes.taken_from ? left_behind(subject, notes) : std::string();
    if (!lost.empty()) {
        report.tell(
            subject.document.groups[index].place, Code::enforce_left_behind,
            cited(notes.taken_from->token) +
                " has a group of its own, so the `enforce` of the group "
                "for its category or operator does not apply to it; write "
                "`enforce: {" +
                lost + "}` here, too, or the actions that you want instead");
    }
}

// Checks the groups of a policy. A policy needs no check for repeated tokens,
// because all its groups for one crawler are published as one group.
void lint_composed(const Subject& subject, Reporter& report) {
    for (std::size_t i = 0; i < subject.document.groups.size(); ++i) {
        const PartTokens& parts = subject.notes[i].parts;
        report.enter(subject.notes[i]);
        check_enforce(subject, i, report);
        if (!parts.left_out.empty()) {
            tell_left_out(subject.document.groups[i], parts, report);
        }
        if (!parts.published.empty()) {
            tell_published(subject.document.groups[i], parts, report);
        }
    }
}

}  // namespace

void lint_groups(const Subject& subject, Reporter& report) {
    const Group* wildcard = subject.compiled.named("*");
    // If "*" closes everything, the other groups let their crawlers in on
    // purpose.
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
                        cited(token) +
                            " follows only this group and ignores that for "
                            "`*`, so it may fetch what " +
                            cited(rule->text()) + " closes to others" +
                            inherit_fix(subject));
        }
    }
}

void lint_tokens(const Subject& subject, Reporter& report) {
    if (!subject.verbatim) {
        lint_composed(subject, report);
        return;
    }
    std::unordered_map<std::string, const RobotsGroup*> first;
    for (const RobotsGroup& group : subject.document.groups) {
        Repeated repeated;
        for (const std::string& token : group.user_agents) {
            const auto [it, added] = first.try_emplace(fold(token), &group);
            if (added || it->second == &group || group.is_part) {
                continue;
            }
            if (repeated.count++ == 0) {
                repeated.first = token;
                repeated.place = it->second->place;
            }
        }
        if (repeated.count > 0) {
            tell(group, repeated, report);
        }
    }
}

}  // namespace robots::lint
