// Lints a robots.txt that its author wrote, line by line.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "policy/lint/lint.hpp"
#include "policy/lint/subject.hpp"

namespace robots::lint {

// `text` as the linter reads it. `file` goes into the places; with `inline_at`,
// everything has that place instead. `compiled` is of the same text. All but
// `inline_at` outlive the subject.
Subject verbatim_subject(std::string_view text, const Groups& compiled,
                         const Crawlers& crawlers, std::uint32_t file = 0,
                         const std::optional<Place>& inline_at = {});

// All findings about a robots.txt if nothing else is known of its site. Nothing
// is enforced. Places have the file 0.
Findings lint_robots_txt(std::string_view text, const Crawlers& crawlers);

}  // namespace robots::lint
