// Asking robotsctl what nginx was asked.

#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace integration {

// What the robotsctl that the environment variable ROBOTSCTL names (default
// "build/robotsctl") prints on standard output, as JSON Lines. Arguments hold
// no single quotes. Throws if a line is not JSON.
std::vector<nlohmann::json> robotsctl(
    const std::vector<std::string>& arguments);

}  // namespace integration
