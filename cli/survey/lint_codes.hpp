// What the linter finds in a robots.txt that somebody else wrote.

#ifndef ROBOTS_CLI_SURVEY_LINT_CODES_HPP
#define ROBOTS_CLI_SURVEY_LINT_CODES_HPP

#include <string_view>

#include "policy/crawlers/crawlers.hpp"
#include "policy/lint/finding.hpp"

namespace robotsctl {

using robots::lint::Findings;

// As if `text` were served verbatim by a site without a policy.
Findings lint_findings(std::string_view text, const robots::Crawlers& crawlers);

}  // namespace robotsctl

#endif
