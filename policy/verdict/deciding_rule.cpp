#include "policy/verdict/deciding_rule.hpp"

#include "policy/base/text.hpp"
#include "policy/matching/resolved_pattern.hpp"

namespace robots {

namespace {

bool closes(const Rule* rule) {
    return rule != nullptr && !rule->allow;
}

// Whether `allow`, which decides about the sent target, wins against `closing`,
// which closes the resolved target. `allow` wins if it is at least as long and
// also matches the resolved target. Without the second condition, a long Allow
// could open any path with dot segments: `/public/long/../../private/x`.
bool overrules(const Rule* allow, const Rule& closing,
               std::string_view resolved, Slashes slashes) {
    return allow != nullptr &&
           allow->pattern.length() >= closing.pattern.length() &&
           matches_resolved(allow->pattern, resolved, slashes);
}

}  // namespace

void SentTarget::read_odd() {
    std::string storage;
    const std::string_view path = path_and_query(as_sent_, storage);
    if (needs_resolving(path)) {
        resolved_ = resolve_target(path, slashes_);
    }
    normal_ = normalise_target(path);
    as_sent_ = normal_;
}

const Rule* SentTarget::match(const RuleSet& rules) const {
    const Rule* as_sent = rules.match(as_sent_);
    if (resolved_.empty() || closes(as_sent)) {
        return as_sent;
    }
    const Rule* as_resolved = rules.match(resolved_);
    return closes(as_resolved) &&
                   !overrules(as_sent, *as_resolved, resolved_, slashes_)
               ? as_resolved
               : as_sent;
}

const Rule* SentTarget::rule_of(const Group& group) const {
    const Rule* const first = group.rules.rules().begin();
    for (const Match& each : matched_) {
        if (each.first_of == first) {
            return each.rule;
        }
    }
    const Rule* const rule = match(group.rules);
    matched_.add({first, rule});
    return rule;
}

bool SentTarget::is_robots_txt() const {
    const std::string_view served =
        resolved_.empty() ? as_sent_ : std::string_view(resolved_);
    constexpr std::string_view kPath = "/robots.txt";
    return starts_with(served, kPath) &&
           (served.size() == kPath.size() || served[kPath.size()] == '?');
}

}  // namespace robots
