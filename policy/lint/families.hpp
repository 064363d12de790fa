// The families of checks, one file each, and how they report findings.

#ifndef ROBOTS_POLICY_LINT_FAMILIES_HPP
#define ROBOTS_POLICY_LINT_FAMILIES_HPP

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "policy/base/text.hpp"
#include "policy/lint/codes.hpp"
#include "policy/lint/finding.hpp"
#include "policy/lint/subject.hpp"

namespace robots::lint {

class Report {
  public:
    explicit Report(Findings& findings) : findings_(findings) {}

    // What is told from now on is about this group, and what its author does
    // not want to read is left out.
    void enter(const GroupNotes& notes) { ignored_ = notes.ignored; }
    // Or again about no group.
    void leave() { ignored_.reset(); }

    void tell(const Place& place, Code code, std::string text,
              std::optional<Fix> fix = std::nullopt) {
        tell(place, code, severity_of(name_of(code)), std::move(text),
             std::move(fix));
    }
    void tell(const Place& place, Code code, Severity severity,
              std::string text, std::optional<Fix> fix = std::nullopt) {
        if (!ignored_.test(static_cast<std::size_t>(code))) {
            findings_.push_back(
                {place, code, severity, std::move(text), std::move(fix)});
        }
    }

  private:
    Findings& findings_;
    CodeSet ignored_;
};

void lint_paths(const Subject& subject, Report& report);
void lint_open_ends(const Subject& subject, Report& report);
void lint_expressions(const Subject& subject, Report& report);
void lint_secrets(const Subject& subject, Report& report);
void lint_conflicts(const Subject& subject, Report& report);
void lint_resolving(const Subject& subject, Report& report);
void lint_groups(const Subject& subject, Report& report);
void lint_tokens(const Subject& subject, Report& report);
void lint_rendering(const Subject& subject, Report& report);
void lint_crawlers(const Subject& subject, Report& report);
void lint_pace(const Subject& subject, Report& report);
void lint_sitemaps(const Subject& subject, Report& report);
void lint_sites(const Subject& subject, Report& report);
void lint_cost(const Subject& subject, Report& report);
void lint_lines(const Subject& subject, Report& report);
void lint_shared_rules(const Subject& subject, Report& report);
void lint_order(const Subject& subject, Report& report);
void lint_agents(const Subject& subject, Report& report);

using robots::quoted;

// Warns if a User-agent line of a robots.txt has more than one name, or a whole
// header; whether it did.
bool lint_agent_line(const Subject& subject, const Written& line,
                     Report& report);

// "Disallow: /admin", quoted.
std::string quoted(const RuleLine& rule);

// What rules for `paths` instead of `rule` do, as its author writes rules.
Fix fix_of(const Subject& subject, const RuleLine& rule,
           const std::vector<std::string>& paths, Fix::Effect effect);

// That `rule` applies to more requests.
Fix::Effect widens(const RuleLine& rule);
// And that it applies to fewer.
Fix::Effect narrows(const RuleLine& rule);

}  // namespace robots::lint

#endif
