// Proves that crawlers read from robots.txt the same groups that are enforced.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "policy/robots_txt/robots_txt.hpp"
#include "policy/site/groups.hpp"
#include "policy/site/host.hpp"

namespace robots::loader {

// Reads `text`, a robots.txt, by RFC 9309 and as the largest crawlers do
// (Reading). Returns nullopt if both readings give the groups of `document`,
// with the same rules, crawl-delays, rates and windows as in `groups`, which
// must have been made of `document`; otherwise a message about the first
// difference.
std::optional<std::string> find_misreading(std::string_view text,
                                           const RobotsTxt& document,
                                           const Groups& groups);

// Does the same for a text that was not made of the document of `groups`; this
// takes longer.
std::optional<std::string> find_misreading(std::string_view text,
                                           const Groups& groups);

// Returns an authority with the longest host and port, to measure the size of
// rendered texts.
Authority sample_authority();

}  // namespace robots::loader
