// Makes the settings that a site has besides its robots.txt, and the revision
// that names everything it has.

#pragma once

#include <string>
#include <string_view>

#include "policy/loader/entries/body_entries.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

// Needs a `body` that is merged with its template already, and the final
// `enforcement`, in which the body's own replaces that of the outer levels.
SiteSettings site_settings(const BodyEntry& body,
                           const Enforcement& enforcement);

// Returns a key that is equal only for equal settings.
std::string key_of(const SiteSettings& settings);

// Returns a hash of everything about a site that a crawler can notice. `text`
// is the site's robots.txt for the sample authority.
Revision revision_of(const Robots& robots, std::string_view text);

}  // namespace robots::loader
