// That what is rendered reads back as what is enforced.

#ifndef ROBOTS_POLICY_LOADER_PROOF_HPP
#define ROBOTS_POLICY_LOADER_PROOF_HPP

#include <optional>
#include <string>

#include "body.hpp"
#include "groups.hpp"

namespace robots::loader {

// Renders `body` for a sample authority and reads it by RFC 9309 and as the
// largest crawlers do (Reading). nullopt where both times its groups with their
// rules, crawl-delays, rates and windows are those of `groups`; else the first
// difference, as a sentence.
std::optional<std::string> find_misreading(const Body& body,
                                           const Groups& groups);

// An authority whose parts are as long as parts are at most, or nearly.
Authority sample_authority();

}  // namespace robots::loader

#endif
