// A robots.txt whose text somebody wrote, and no groups of a policy.

#pragma once

#include <memory>
#include <string>

#include "policy/loader/yaml/findings.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

// Returns `fit`: whether the compiled rules at `place` fit into memory. If not,
// that is an error.
bool rules_fit(bool fit, const Place& place, Findings& findings);

// The robots.txt `text`, served as it is, which starts at `place`; nullptr
// after an error.
std::shared_ptr<Robots> verbatim_robots(const std::string& text,
                                        const Place& place,
                                        const Enforcement& enforcement,
                                        Findings& findings);

// The same for a text with per-request variables, otherwise served as it is.
// All of its lines are at `place`. `rendered` becomes its text for the sample
// authority.
std::shared_ptr<Robots> text_robots(const std::string& text, const Place& place,
                                    const Enforcement& enforcement,
                                    std::string& rendered, Findings& findings);

}  // namespace robots::loader
