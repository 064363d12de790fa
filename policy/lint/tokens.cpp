// Crawlers that several groups of a robots.txt name, or that take the group of
// another for theirs.

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "policy/base/ascii.hpp"
#include "policy/lint/families.hpp"

namespace robots::lint {

namespace {

// A group's tokens that a group in front of it names.
struct Repeated {
    std::string first;
    Place place;  // of the group in front
    std::size_t count = 0;
};

void tell(const RobotsGroup& group, const Repeated& repeated, Report& report) {
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
        quoted(repeated.first) + others + " already has a group" + where +
            "; both apply (RFC 9309, 2.2.1), but many parsers read only one of "
            "them; write all rules for a crawler in one group");
}

// "`a`, `b` and 2 more"
std::string listed(const std::vector<std::string>& tokens) {
    constexpr std::size_t kMost = 10;
    std::string out;
    const std::size_t shown = std::min(tokens.size(), kMost);
    for (std::size_t i = 0; i < shown; ++i) {
        const bool last = i + 1 == tokens.size();
        out += (i == 0 ? "" : last ? " and " : ", ") + quoted(tokens[i]);
    }
    return tokens.size() > kMost
               ? out + " and " + std::to_string(tokens.size() - kMost) + " more"
               : out;
}

void tell_left_out(const RobotsGroup& group, const PartTokens& parts,
                   Report& report) {
    const bool one = parts.left_out.size() == 1;
    report.tell(
        group.place, Code::token_in_others, Severity::advice,
        listed(parts.left_out) +
            (one ? " is left out of this category: it is"
                 : " are left out of this category: they are") +
            " part of other crawlers' tokens, such as " +
            quoted(parts.example) +
            ", and some readers would take the group for theirs; `*` applies "
            "to " +
            (one ? "it" : "them") + "; to include " + (one ? "it" : "them") +
            ", add a group with `user_agent`");
}

void tell_published(const RobotsGroup& group, const PartTokens& parts,
                    Report& report) {
    report.tell(
        group.place, Code::token_in_others,
        listed(parts.published) +
            (parts.published.size() == 1 ? " is" : " are") +
            " part of other crawlers' tokens, such as " +
            quoted(parts.example) +
            ", and readers that look for a token anywhere in their name take "
            "this group for theirs; give those crawlers a group of their own");
}

// What a policy says of one crawler in several groups is published in one.
void lint_composed(const Subject& subject, Report& report) {
    for (std::size_t i = 0; i < subject.document.groups.size(); ++i) {
        const PartTokens& parts = subject.notes[i].parts;
        report.enter(subject.notes[i]);
        if (!parts.left_out.empty()) {
            tell_left_out(subject.document.groups[i], parts, report);
        }
        if (!parts.published.empty()) {
            tell_published(subject.document.groups[i], parts, report);
        }
    }
}

}  // namespace

void lint_tokens(const Subject& subject, Report& report) {
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
