// The families of checks, one file each, and how they report findings.

#ifndef ROBOTS_POLICY_LINT_FAMILIES_HPP
#define ROBOTS_POLICY_LINT_FAMILIES_HPP

#include <string>
#include <string_view>

#include "policy/base/text.hpp"
#include "policy/lint/finding.hpp"
#include "policy/lint/subject.hpp"

namespace robots::lint {

class Report {
  public:
    explicit Report(Findings& findings) : findings_(findings) {}

    void tell(const Place& place, Code code, std::string text) {
        findings_.push_back({place, code, std::move(text)});
    }

  private:
    Findings& findings_;
};

void lint_paths(const Subject& subject, Report& report);
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

using robots::quoted;

// "Disallow: /admin", quoted.
std::string quoted(const RuleLine& rule);

}  // namespace robots::lint

#endif
