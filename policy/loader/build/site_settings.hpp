// Makes the settings and the revision of a site. Settings are what the site
// serves and enforces in addition to its robots.txt and its groups.

#pragma once

#include <string>
#include <string_view>

#include "policy/loader/entries/body_entries.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

// Returns the settings of `body`, which must be merged with its templates.
// `enforcement` must be the final enforcement: the settings of the body, and
// the settings of the levels outside of the body where the body has none.
SiteSettings site_settings(const BodyEntry& body,
                           const Enforcement& enforcement);

// Returns a string that is different for different settings.
std::string key_of(const SiteSettings& settings);

// Returns a hash of everything that a site serves and enforces, except max_age
// and the fields of Refusal. `text` must be the robots.txt for
// sample_authority().
Revision revision_of(const Robots& robots, std::string_view text);

}  // namespace robots::loader
