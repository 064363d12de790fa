// JSON as robotsctl prints it.

#ifndef ROBOTS_CLI_JSON_HPP
#define ROBOTS_CLI_JSON_HPP

#include <iostream>
#include <nlohmann/json.hpp>

namespace robotsctl {

using Json = nlohmann::ordered_json;

// One line. Octets that are no UTF-8 (what a client sent may be anything)
// become U+FFFD.
inline void print(const Json& value) {
    std::cout << value.dump(-1, ' ', false, Json::error_handler_t::replace)
              << '\n';
}

}  // namespace robotsctl

#endif
