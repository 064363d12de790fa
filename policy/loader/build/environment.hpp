// `environment`: an assertion about who may crawl a site.

#ifndef ROBOTS_POLICY_LOADER_BUILD_ENVIRONMENT_HPP
#define ROBOTS_POLICY_LOADER_BUILD_ENVIRONMENT_HPP

#include "policy/loader/entries/body_entries.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

// Reports an error if `robots` breaks the assertion. `closed`: the site is
// suspended, or "*" and every other group close all paths and allow none.
// `open`: the site is not suspended, and at least one crawler may fetch "/",
// whether a group names it or not.
void check_environment(const EnvironmentEntry& asserted, const Robots& robots,
                       Findings& findings);

}  // namespace robots::loader

#endif
