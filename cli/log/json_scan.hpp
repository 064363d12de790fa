// Scans a flat JSON object (RFC 8259) member by member, without building it:
// logs have hundreds of thousands of them a second.

#ifndef ROBOTS_CLI_LOG_JSON_SCAN_HPP
#define ROBOTS_CLI_LOG_JSON_SCAN_HPP

#include <optional>
#include <string>
#include <string_view>

namespace robotsctl {

// Each takes something off the front of `rest`, blanks in front of it included.

void json_blanks(std::string_view& rest);

// One mark, such as ','; false where something else stands there.
bool json_mark(std::string_view& rest, char mark);

// The inside of a string, its escapes as they are; nullopt where there is none.
std::optional<std::string_view> json_string(std::string_view& rest);

// A value that is no string, as it is written; nullopt where there is none. Of
// arrays and objects only the brackets are looked at.
std::optional<std::string_view> json_other(std::string_view& rest);

// Decodes the escapes of a string into `out`, as UTF-8. False where one is
// malformed; surrogates that are no pair become U+FFFD.
bool json_unescape(std::string_view text, std::string& out);

}  // namespace robotsctl

#endif
