// Crawlers that several groups of a robots.txt name.

#include <string>
#include <unordered_map>

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

}  // namespace

// What a policy says of one crawler in several groups is published in one.
void lint_tokens(const Subject& subject, Report& report) {
    if (!subject.verbatim) {
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
