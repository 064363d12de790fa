#include "policy/verdict/deciding_rule.hpp"

#include <string>

#include "policy/base/percent_encoding.hpp"
#include "policy/matching/resolved_pattern.hpp"

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

std::string_view path_of(std::string_view target) {
    return target.substr(0, target.find('?'));
}

// The target as it was sent and as the server resolves it.
const Rule* rule_of_both(const Group& group, std::string_view sent,
                         std::string_view resolved, Slashes slashes) {
    const Rule* as_sent = group.rules.match(sent);
    if (closes(as_sent)) {
        return as_sent;
    }
    const Rule* as_resolved = group.rules.match(resolved);
    return closes(as_resolved) &&
                   !overrules(as_sent, *as_resolved, resolved, slashes)
               ? as_resolved
               : as_sent;
}

}  // namespace

PreparedTarget::PreparedTarget(std::string_view sent, Slashes slashes)
    : slashes_(slashes) {
    std::string storage;
    const std::string_view path = path_and_query(sent, storage);
    as_sent = normalise_target(path);
    resolves = needs_resolving(path);
    if (resolves) {
        resolved = resolve_target(path, slashes);
    }
}

const Rule* PreparedTarget::rule_of(const Group& group) const {
    const Rule* const first = group.rules.rules().begin();
    for (const Decided& each : decided_) {
        if (each.first_of == first) {
            return each.rule;
        }
    }
    const Rule* const rule =
        resolves ? rule_of_both(group, as_sent, resolved, slashes_)
                 : group.rules.match(as_sent);
    decided_.push_back({first, rule});
    return rule;
}

bool is_odd_robots_txt(const SentTarget& target) {
    if (target.prepared != nullptr) {
        const PreparedTarget& prepared = *target.prepared;
        return path_of(prepared.resolves ? prepared.resolved
                                         : prepared.as_sent) == kRobotsTxtPath;
    }
    std::string storage;
    const std::string_view path = path_and_query(target.text, storage);
    if (!needs_resolving(path)) {
        return path.substr(0, path.find('?')) == kRobotsTxtPath;
    }
    const std::string resolved = resolve_target(path, target.slashes);
    return resolved.substr(0, resolved.find('?')) == kRobotsTxtPath;
}

const Rule* deciding_rule_of_odd(const Group& group, const SentTarget& target) {
    if (target.prepared != nullptr) {
        return target.prepared->rule_of(group);
    }
    std::string storage;
    const std::string_view path = path_and_query(target.text, storage);
    if (needs_resolving(path)) {
        return rule_of_both(group, normalise_target(path),
                            resolve_target(path, target.slashes),
                            target.slashes);
    }
    return may_need_normalising(path)
               ? group.rules.match(normalise_target(path))
               : group.rules.match(path);
}

}  // namespace robots
