// The escapes in the fields of a log line.

#ifndef ROBOTS_CLI_LOG_ESCAPES_HPP
#define ROBOTS_CLI_LOG_ESCAPES_HPP

#include <string>
#include <string_view>

namespace robotsctl {

// `text` without its escapes, as a view into `text` if it has none, or else
// into `storage`.

// nginx escapes a quotation mark as "\x22", Apache as "\"".
std::string_view unescaped(std::string_view text, std::string& storage);

// As nginx writes JSON: "\"", "\\", "\n", "\u001F", ...
std::string_view json_unescaped(std::string_view text, std::string& storage);

}  // namespace robotsctl

#endif
