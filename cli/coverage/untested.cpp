#include "cli/coverage/untested.hpp"

#include "cli/coverage/coverage.hpp"
#include "policy/base/text.hpp"

namespace robotsctl {

TestCoverage test_coverage(const robots::Loaded& loaded) {
    constexpr const char* kCode = "untested-rule";
    const robots::Policy& policy = *loaded.policy;
    Coverage coverage(policy);
    for (const robots::Rule* rule : loaded.tested_rules) {
        coverage.add(*rule);
    }
    const bool is_ignored = policy.ignores(kCode);
    TestCoverage out;
    for (const CoveredLine& line : coverage.lines()) {
        out.rules += line.is_rule ? 1 : 0;
        out.reached += line.is_rule && line.requests > 0 ? 1 : 0;
        if (line.is_rule && line.requests == 0 && !is_ignored) {
            const robots::Place& at = line.place;
            out.untested.push_back(
                {policy.files[at.file], at.line, at.column,
                 robots::Severity::advice, kCode,
                 "no test reaches " + robots::quoted(line.text) +
                     "; add a path that it decides about to `tests`"});
        }
    }
    return out;
}

}  // namespace robotsctl
