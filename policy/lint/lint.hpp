// Finds probable mistakes in a robots.txt that is valid.
//
// The linter knows nothing of files. Each finding says what a crawler will do,
// and what to write instead. A false alarm is worse than a missed
// mistake, since people learn to ignore warnings.

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "policy/lint/codes.hpp"
#include "policy/lint/subject.hpp"

namespace robots::lint {

// Findings about the document, the same for every site that serves it: paths,
// conflicts, groups, crawlers. Time grows with the square of a group's rules;
// rules of groups with more than a thousand are not compared with each other.
Findings lint_document(const Subject& subject);

// The findings that depend on the pace of groups, or on how they are enforced.
Findings lint_terms(const Subject& subject);

// Findings about the site: sitemaps, the site as a whole.
Findings lint_site(const Subject& subject);

// The values of the lines of `text`, a robots.txt, whose key is `key`, without
// regard to case. Lines count from 1; `file` goes into their places.
std::vector<Written> lines_with_key(std::string_view text, std::string_view key,
                                    std::uint32_t file);

}  // namespace robots::lint
