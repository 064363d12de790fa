#include "deciding_rule.hpp"

#include <string>

#include "percent_encoding.hpp"
#include "resolved_pattern.hpp"

namespace robots {

namespace {

bool closes(const Rule* rule) {
    return rule != nullptr && !rule->allow;
}

// Whether an Allow that decides about the target as it was sent decides about
// what the server makes of it, too, against a rule that closes that. It is at
// least as long and speaks of the same path. Without the latter a long Allow
// and dot segments would open any path: `/public/long/../../private/x`.
bool overrules(const Rule* allow, const Rule& closing,
               std::string_view resolved, Slashes slashes) {
    return allow != nullptr &&
           allow->pattern.length() >= closing.pattern.length() &&
           matches_resolved(allow->pattern, resolved, slashes);
}

}  // namespace

bool is_odd_robots_txt(const SentTarget& target) {
    std::string storage;
    const std::string_view path = path_and_query(target.text, storage);
    if (!needs_resolving(path)) {
        return path.substr(0, path.find('?')) == kRobotsTxtPath;
    }
    const std::string resolved = resolve_target(path, target.slashes);
    return resolved.substr(0, resolved.find('?')) == kRobotsTxtPath;
}

const Rule* deciding_rule_of_odd(const Group& group, const SentTarget& target) {
    std::string storage;
    const std::string_view path = path_and_query(target.text, storage);
    const bool resolves = needs_resolving(path);
    if (!resolves && !may_need_normalising(path)) {
        return group.rules.match(path);
    }
    const Rule* as_sent = group.rules.match(normalise_target(path));
    if (!resolves) {
        return as_sent;
    }
    if (closes(as_sent)) {
        return as_sent;
    }
    const std::string resolved = resolve_target(path, target.slashes);
    const Rule* as_resolved = group.rules.match(resolved);
    return closes(as_resolved) &&
                   !overrules(as_sent, *as_resolved, resolved, target.slashes)
               ? as_resolved
               : as_sent;
}

}  // namespace robots
