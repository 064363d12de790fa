// JSON as robotsctl prints it.

#ifndef ROBOTS_CLI_OUTPUT_JSON_HPP
#define ROBOTS_CLI_OUTPUT_JSON_HPP

#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

namespace robotsctl {

using Json = nlohmann::ordered_json;

// One line of ASCII, so that no terminal obeys what a client sent. Octets that
// are not UTF-8 become U+FFFD.
inline std::string line_of(const Json& value) {
    return value.dump(-1, ' ', true, Json::error_handler_t::replace) + '\n';
}

inline void print(const Json& value) {
    std::cout << line_of(value);
}

}  // namespace robotsctl

#endif
