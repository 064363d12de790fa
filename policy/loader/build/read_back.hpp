// Proves that crawlers read from robots.txt what is enforced.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "policy/robots_txt/robots_txt.hpp"
#include "policy/site/groups.hpp"
#include "policy/site/host.hpp"

namespace robots::loader {

// Reads `text`, a robots.txt, by RFC 9309 and as the largest crawlers do
// (Reading). nullopt if both readings give the groups of `document`, with the
// same rules, crawl-delays, rates and windows as in `groups`, which were made
// of it; otherwise a message about the first difference.
std::optional<std::string> find_misreading(std::string_view text,
                                           const RobotsTxt& document,
                                           const Groups& groups);

// The same for a text of another document, which takes longer.
std::optional<std::string> find_misreading(std::string_view text,
                                           const Groups& groups);

// An authority with the longest host and port, to measure rendered texts.
Authority sample_authority();

}  // namespace robots::loader
