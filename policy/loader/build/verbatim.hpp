// Compiles a verbatim robots.txt: a text that is served unchanged, instead of
// groups of a policy.

#pragma once

#include <memory>
#include <string>

#include "policy/loader/yaml/findings.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

// Returns `fit`. If `fit` is false, reports at `place` the error that the
// compiled rules are larger than 32 MiB.
bool rules_fit(bool fit, const Place& place, Findings& findings);

// Compiles `text`, which starts at `place`. Returns nullptr after an error.
std::shared_ptr<Robots> verbatim_robots(const std::string& text,
                                        const Place& place,
                                        const Enforcement& enforcement,
                                        Findings& findings);

// Does the same for a text that may have per-request variables, like ${host}.
// All lines get the place `place`. Sets `rendered` to the text for
// sample_authority().
std::shared_ptr<Robots> text_robots(const std::string& text, const Place& place,
                                    const Enforcement& enforcement,
                                    std::string& rendered, Findings& findings);

}  // namespace robots::loader
