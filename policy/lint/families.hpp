// The families of checks, one file each, and how they report findings.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "policy/base/text.hpp"
#include "policy/lint/codes.hpp"
#include "policy/lint/subject.hpp"

namespace robots::lint {

// Collects the findings of all checks.
class Reporter {
  public:
    explicit Reporter(Remarks& findings) : findings_(findings) {}

    // From now on, findings whose codes this group ignores are left out.
    void enter(const GroupNotes& notes) { ignored_ = notes.ignored; }
    // From now on, all findings are reported.
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
    Remarks& findings_;
    CodeSet ignored_;
};

void lint_paths(const Subject& subject, Reporter& report);
void lint_open_ends(const Subject& subject, Reporter& report);
void lint_secrets(const Subject& subject, Reporter& report);
void lint_conflicts(const Subject& subject, Reporter& report);
void lint_resolving(const Subject& subject, Reporter& report);
void lint_groups(const Subject& subject, Reporter& report);
void lint_tokens(const Subject& subject, Reporter& report);
void lint_rendering(const Subject& subject, Reporter& report);
void lint_crawlers(const Subject& subject, Reporter& report);
void lint_pace(const Subject& subject, Reporter& report);
void lint_proof(const Subject& subject, Reporter& report);
void lint_sitemaps(const Subject& subject, Reporter& report);
void lint_sites(const Subject& subject, Reporter& report);
void lint_cost(const Subject& subject, Reporter& report);
void lint_lines(const Subject& subject, Reporter& report);
void lint_shared_rules(const Subject& subject, Reporter& report);
void lint_order(const Subject& subject, Reporter& report);
void lint_agents(const Subject& subject, Reporter& report);
void lint_use_of_content(const Subject& subject, Reporter& report);

using robots::cited;

// Warns if a User-agent line has several names, or a crawler's whole User-Agent
// header instead of its name. Returns whether it warned.
bool lint_agent_line(const Subject& subject, const Written& line,
                     Reporter& report);

// Returns the quoted line of a rule: "Disallow: /admin".
inline std::string cited(const RuleLine& rule) {
    return cited(rule.text());
}

// Returns the fix that replaces `rule` by rules for `paths`, written in the
// form of the author's file: robots.txt or YAML.
Fix fix_of(const Subject& subject, const RuleLine& rule,
           const std::vector<std::string>& paths, Fix::Effect effect);

// Returns the effect of a fix that makes `rule` match more requests.
Fix::Effect widens(const RuleLine& rule);

}  // namespace robots::lint
