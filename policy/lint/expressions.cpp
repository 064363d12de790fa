// Paths that are written as regular expressions.

#include <optional>
#include <string>

#include "policy/lint/families.hpp"
#include "policy/lint/meant_path.hpp"
#include "policy/lint/precedence.hpp"
#include "policy/matching/pattern.hpp"

namespace robots::lint {

namespace {

// A pattern that matches more than the line does now, and is no loss where
// another rule is about the same paths.
std::optional<Fix> fix_for(const Subject& subject, const Precedence& precedence,
                           const RuleLine& rule, const std::string& path) {
    const Pattern now(rule.path);
    if (now.run_count() > 0 &&
        precedence.decides(rule.allow, now, Pattern(path))) {
        return std::nullopt;
    }
    return fix_of(subject, rule, {path}, widens(rule));
}

}  // namespace

void lint_expressions(const Subject& subject, Report& report) {
    const Precedence precedence(subject.document);
    for (std::size_t i = 0; i < subject.document.groups.size(); ++i) {
        report.enter(subject.notes[i]);
        for (const RuleLine& rule : subject.document.groups[i].rules) {
            if (rule.prefix_meant || !looks_like_expression(rule.path)) {
                continue;
            }
            const auto path = pattern_for(rule.path);
            report.tell(
                rule.place, Code::regular_expression,
                quoted(rule) +
                    " is a regular expression, but robots.txt has only `*` for "
                    "any text and `$` for the end, so it does not match what "
                    "it seems to; " +
                    (path ? "write " + quoted(*path)
                          : "write a rule for each path that you mean"),
                path ? fix_for(subject, precedence, rule, *path)
                     : std::nullopt);
        }
    }
}

}  // namespace robots::lint
