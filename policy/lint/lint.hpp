// Finds probable mistakes in a robots.txt that is valid.
//
// The linter knows nothing of files. Each finding says what a crawler will do,
// and what to write instead. A false alarm is worse than a missed
// mistake, since people learn to ignore warnings.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "policy/lint/codes.hpp"
#include "policy/lint/subject.hpp"

namespace robots::lint {

// Findings about the document, the same for every site that serves it: paths,
// conflicts, groups, crawlers. Time grows with the square of a group's rules;
// rules of groups with more than a thousand are not compared with each other.
Findings lint_document(const Subject& subject);

// Of private groups alone, which no robots.txt has. `subject.compiled` are the
// groups that are enforced.
Findings lint_private(const Subject& subject);

// The findings that depend on the pace of groups, or on how they are enforced.
Findings lint_terms(const Subject& subject);

// Findings about the site: sitemaps, the site as a whole.
Findings lint_site(const Subject& subject);

// `text`, a robots.txt that its author wrote, as the linter reads it. `file`
// goes into the places; with `inline_at`, everything has that place instead.
// `compiled` is of the same text. All but `inline_at` outlive the subject.
Subject verbatim_subject(std::string_view text, const Groups& compiled,
                         const Crawlers& crawlers, std::uint32_t file = 0,
                         const std::optional<Place>& inline_at = {});

// All findings about a robots.txt if nothing else is known of its site. Nothing
// is enforced. Places have the file 0.
Findings lint_robots_txt(std::string_view text, const Crawlers& crawlers);

}  // namespace robots::lint
