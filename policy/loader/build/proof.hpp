// That what is rendered reads back as what is enforced.

#ifndef ROBOTS_POLICY_LOADER_BUILD_PROOF_HPP
#define ROBOTS_POLICY_LOADER_BUILD_PROOF_HPP

#include <optional>
#include <string>
#include <string_view>

#include "policy/robots_txt/robots_txt.hpp"
#include "policy/site/groups.hpp"
#include "policy/site/host.hpp"

namespace robots::loader {

// Reads `text`, a robots.txt, by RFC 9309 and as the largest crawlers do
// (Reading). nullopt where both times its groups with their rules,
// crawl-delays, rates and windows are those of `groups`, which were made of
// `document`; else the first difference, as a sentence.
std::optional<std::string> find_misreading(std::string_view text,
                                           const RobotsTxt& document,
                                           const Groups& groups);

// The same for a text of another document, which takes longer.
std::optional<std::string> find_misreading(std::string_view text,
                                           const Groups& groups);

// An authority whose parts are as long as parts are at most, or nearly.
Authority sample_authority();

}  // namespace robots::loader

#endif
