// The settings of a group's enforcement, as keys of `enforce` and their values.

#ifndef ROBOTS_POLICY_LOADER_ENFORCE_KEYS_HPP
#define ROBOTS_POLICY_LOADER_ENFORCE_KEYS_HPP

#include <string>
#include <string_view>
#include <vector>

#include "policy/site/enforcement.hpp"

namespace robots {

struct EnforceKey {
    std::string_view map;  // "status", "at_most": a key of that map
    std::string_view key;  // "disallow"
    std::string value;     // "reject"; empty: nobody wrote it
};

// The name of a violation as a key; empty for `none`.
std::string_view enforce_key(Violation violation);

// What `settings` say otherwise than `base`. In front of a site's settings,
// these keys make the group's of them.
std::vector<EnforceKey> different_keys(const Enforcement& settings,
                                       const Enforcement& base);

}  // namespace robots

#endif
