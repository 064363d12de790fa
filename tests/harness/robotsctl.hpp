// Asks robotsctl the same questions as nginx.

#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace integration {

// Runs the robotsctl in the environment variable ROBOTSCTL (default
// "build/robotsctl"), and returns its standard output, which is read as JSON
// Lines. Arguments must not contain single quotes. Throws if a line is not
// JSON.
std::vector<nlohmann::json> robotsctl(
    const std::vector<std::string>& arguments);

}  // namespace integration
