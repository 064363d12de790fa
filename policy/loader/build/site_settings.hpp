// Makes the settings of a site, which are what it serves and enforces besides
// robots.txt and groups, and its revision.

#pragma once

#include <string>
#include <string_view>

#include "policy/loader/entries/body_entries.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

// `body` must be merged with its template already. `enforcement` must be final:
// the outer levels', with the body's settings on top.
SiteSettings site_settings(const BodyEntry& body,
                           const Enforcement& enforcement);

// Returns a key that is equal only for equal settings.
std::string key_of(const SiteSettings& settings);

// Returns a hash of all that a site serves and enforces, except max_age and the
// fields of Refusal. `text` must be the robots.txt for the sample authority.
Revision revision_of(const Robots& robots, std::string_view text);

}  // namespace robots::loader
