// `expect`: an assertion about who may crawl a site.

#pragma once

#include "policy/loader/entries/body_entries.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

// Reports an error if `robots` breaks the assertion. `closed`: the site is
// suspended, or "*" and every other group close all paths and allow none.
// `open`: the site is not suspended, and at least one crawler may fetch "/",
// whether a group names it or not.
void check_expectation(const ExpectationEntry& asserted, const Robots& robots,
                       Findings& findings);

}  // namespace robots::loader
