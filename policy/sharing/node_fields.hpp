// A hash in a fleet's server in which each node keeps a field of its own, that
// all nodes read: how long ago it was written, and a text.

#ifndef ROBOTS_POLICY_SHARING_NODE_FIELDS_HPP
#define ROBOTS_POLICY_SHARING_NODE_FIELDS_HPP

#include <string>
#include <string_view>
#include <vector>

#include "policy/base/time.hpp"

namespace robots {

// A field that is older is removed.
constexpr Milliseconds kNodeKept{24 * 3600 * 1000};

// A script in Lua that writes a node's field, and ends with `answer`. That
// finds the fields in `nodes`: tables of `name`, `silent` (milliseconds) and
// `text`.
std::string node_script(std::string_view answer);

// The same, which reads nothing and answers nothing: its cost does not grow
// with the fleet.
std::string node_write_script();

// What EVAL takes behind such a script. `node` and `text` empty: only read.
std::vector<std::string> node_arguments(std::string key, std::string node,
                                        std::string text);

}  // namespace robots

#endif
