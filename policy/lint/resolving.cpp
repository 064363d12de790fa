// Finds rules whose path a server resolves to another path.

#include <algorithm>
#include <string>

#include "policy/lint/families.hpp"
#include "policy/matching/target.hpp"
#include "policy/verdict/deciding_rule.hpp"

namespace robots::lint {

namespace {

// Returns the shortest target that a pattern without wildcards matches: its
// path.
std::string own_target(const PatternView& pattern) {
    return std::string(pattern.run(0));
}

const Rule* closing(const Group& group, const std::string& target,
                    Slashes slashes) {
    const Rule* rule = SentTarget(target, slashes).rule_of(group);
    return rule != nullptr && !rule->allow ? rule : nullptr;
}

// Returns the rule that closes everything that `allow`, a pattern without
// wildcards, should open: its own path and, unless `allow` ends in "$", longer
// paths. The rule must close these paths whether or not the server merges
// slashes. Returns nullptr if it is not certain that a rule does this.
const Rule* overruling(const Group& group, const PatternView& allow) {
    const std::string target = own_target(allow);
    const Rule* found = nullptr;
    for (const Slashes slashes : {Slashes::merge, Slashes::keep}) {
        found = closing(group, target, slashes);
        if (found == nullptr ||
            (!allow.anchored() &&
             closing(group, target + 'x', slashes) == nullptr)) {
            return nullptr;
        }
    }
    // If `allow` already loses without resolving, lint_conflicts() reports it.
    const Rule* as_written = group.rules.match(target);
    return as_written != nullptr && as_written->allow ? found : nullptr;
}

void check_allow(const Group& group, const RuleLine& line, Reporter& report) {
    const Pattern pattern(line.path);
    if (pattern.run_count() != 1 || !needs_resolving(pattern.text())) {
        return;
    }
    const Rule* rule = overruling(group, pattern);
    if (rule == nullptr) {
        return;
    }
    const std::string path =
        resolve_target(own_target(pattern), Slashes::merge);
    report.tell(line.place, Code::overruled_allow,
                cited(line) + " opens nothing: nginx resolves its path to " +
                    cited(path) + ", which " + cited(rule->text()) +
                    " closes; write " + cited("Allow: " + path) +
                    " to open it");
}

}  // namespace

void lint_resolving(const Subject& subject, Reporter& report) {
    for (std::size_t i = 0; i < subject.notes.size(); ++i) {
        const RobotsGroup& group = subject.document.groups[i];
        report.enter(subject.notes[i]);
        const Group* compiled =
            group.user_agents.empty()
                ? nullptr
                : subject.compiled.named(group.user_agents.front());
        if (compiled == nullptr) {
            continue;
        }
        for (std::size_t at = 0; at < group.rules.size(); ++at) {
            if (group.rules[at].allow &&
                subject.notes[i].layers[at] != kInherited) {
                check_allow(*compiled, group.rules[at], report);
            }
        }
    }
}

}  // namespace robots::lint
