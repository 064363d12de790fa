// Finds probable mistakes in a robots.txt that is valid.
//
// The linter reads no files. Each finding says what a crawler will do, and what
// to write instead. A false alarm is worse than a missed mistake, since people
// learn to ignore warnings.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "policy/lint/codes.hpp"
#include "policy/lint/subject.hpp"

namespace robots::lint {

// Returns the findings that are the same for every site that serves the
// document: about paths, conflicts, groups, crawlers. The time grows with the
// square of the number of a group's rules, up to a thousand rules. The rules of
// larger groups are not compared with each other.
Remarks lint_document(const Subject& subject);

// Returns the findings about private groups, which are not in robots.txt.
// `subject.compiled` has all groups that are enforced.
Remarks lint_private(const Subject& subject);

// Returns the findings that depend on the pace of groups, or on their
// enforcement.
Remarks lint_terms(const Subject& subject);

// Returns the findings about a site: its sitemaps, its size, its enforcement.
Remarks lint_site(const Subject& subject);

// Makes a subject of `text`, a robots.txt that a person wrote. Place::file is
// `file` in all places. If `inline_at` has a value, it is the place of every
// line. `compiled` must be made from the same text. All arguments but
// `inline_at` must outlive the subject.
Subject verbatim_subject(std::string_view text, const Groups& compiled,
                         const Crawlers& crawlers, std::uint32_t file = 0,
                         const std::optional<Place>& inline_at = {});

// Returns all findings about a robots.txt that belongs to no policy. Rules
// count as not enforced. Place::file is 0.
Remarks lint_robots_txt(std::string_view text, const Crawlers& crawlers);

}  // namespace robots::lint
