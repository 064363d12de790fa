// Compiles a robots.txt that somebody wrote as a text, not as groups of a
// policy.

#pragma once

#include <memory>
#include <string>

#include "policy/loader/yaml/findings.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

// Returns `fit`. If `fit` is false, reports that the compiled rules at `place`
// are larger than 32 MiB.
bool rules_fit(bool fit, const Place& place, Findings& findings);

// Compiles `text`, which starts at `place`, to be served as it is; nullptr
// after an error.
std::shared_ptr<Robots> verbatim_robots(const std::string& text,
                                        const Place& place,
                                        const Enforcement& enforcement,
                                        Findings& findings);

// Does the same for a text with per-request variables. All lines have the place
// `place`. Sets `rendered` to the text for the sample authority.
std::shared_ptr<Robots> text_robots(const std::string& text, const Place& place,
                                    const Enforcement& enforcement,
                                    std::string& rendered, Findings& findings);

}  // namespace robots::loader
