// What tells sites and their settings from each other.

#ifndef ROBOTS_POLICY_LOADER_BUILD_REVISION_OF_HPP
#define ROBOTS_POLICY_LOADER_BUILD_REVISION_OF_HPP

#include <string>
#include <string_view>

#include "policy/site/policy.hpp"

namespace robots::loader {

// Names everything about a site that a crawler can notice. `text` is its
// robots.txt for the sample authority.
Revision revision_of(const Robots& robots, std::string_view text);

// Equal for settings that are, and for no others.
std::string key_of(const SiteSettings& settings);

}  // namespace robots::loader

#endif
