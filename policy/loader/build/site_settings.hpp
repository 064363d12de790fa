// What a site has besides its robots.txt, of its body.

#pragma once

#include "policy/loader/entries/body_entries.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

// `body` is merged with its template. `enforcement` is what it comes to, with
// the levels around it.
SiteSettings site_settings(const BodyEntry& body,
                           const Enforcement& enforcement);

}  // namespace robots::loader
