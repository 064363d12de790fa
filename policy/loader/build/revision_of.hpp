// Names and keys that differ for different sites and settings.

#pragma once

#include <string>
#include <string_view>

#include "policy/site/policy.hpp"

namespace robots::loader {

// Names everything about a site that a crawler can notice. `text` is its
// robots.txt for the sample authority.
Revision revision_of(const Robots& robots, std::string_view text);

// Equal only for equal settings.
std::string key_of(const SiteSettings& settings);

}  // namespace robots::loader
