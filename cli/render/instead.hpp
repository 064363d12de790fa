// What nginx answers where a site has no robots.txt of the policy.

#pragma once

#include <optional>
#include <string>

#include "cli/output/json.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

struct Instead {
    Json status;  // null: what the application answers
    std::string text;
};

// nullopt: the site has one.
std::optional<Instead> instead_of(const robots::Site& site);

}  // namespace robotsctl
