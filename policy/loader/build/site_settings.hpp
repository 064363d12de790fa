// What a site has besides its robots.txt, and what names all that it has.

#pragma once

#include <string>
#include <string_view>

#include "policy/loader/entries/body_entries.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

// `body` is merged with its template. `enforcement` is what it comes to, with
// the levels around it.
SiteSettings site_settings(const BodyEntry& body,
                           const Enforcement& enforcement);

// Equal only for equal settings.
std::string key_of(const SiteSettings& settings);

// Names everything about a site that a crawler can notice. `text` is its
// robots.txt for the sample authority.
Revision revision_of(const Robots& robots, std::string_view text);

}  // namespace robots::loader
