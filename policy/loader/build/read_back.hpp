// Checks that crawlers that parse a robots.txt get the same groups that are
// enforced.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "policy/robots_txt/robots_txt.hpp"
#include "policy/site/groups.hpp"
#include "policy/site/host.hpp"

namespace robots::loader {

// Parses the robots.txt `text` twice: by RFC 9309, and as the largest crawlers
// parse it (Reading). Returns nullopt if both results have the groups of
// `document`, with the same rules, crawl-delays, request rates and visit times
// as `groups`. Otherwise returns a message about the first difference. `groups`
// must have been made from `document`.
std::optional<std::string> find_misreading(std::string_view text,
                                           const RobotsTxt& document,
                                           const Groups& groups);

// Does the same if `text` was not made from the document of `groups`. Takes
// longer.
std::optional<std::string> find_misreading(std::string_view text,
                                           const Groups& groups);

// Returns an authority (host and port) of the maximum length, to find the
// maximum size of a rendered text.
Authority sample_authority();

}  // namespace robots::loader
