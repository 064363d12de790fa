// One parameter of a query, as a signature covers it.

#ifndef ROBOTS_POLICY_SIGNATURE_QUERY_PARAM_HPP
#define ROBOTS_POLICY_SIGNATURE_QUERY_PARAM_HPP

#include <optional>
#include <string>
#include <string_view>

namespace robots::signature {

// The value of the parameter whose encoded name is `name` ("fa%C3%A7ade"), in
// the one encoding of RFC 9421 2.2.8. `query` has its "?". nullopt: it has no
// such parameter, or several.
std::optional<std::string> query_param(std::string_view query,
                                       std::string_view name);

}  // namespace robots::signature

#endif
