// "Name: value" lines, as WARC (ISO 28500, 4) and HTTP (RFC 9112 5) have them.

#ifndef ROBOTS_CLI_ARCHIVE_HEADER_FIELDS_HPP
#define ROBOTS_CLI_ARCHIVE_HEADER_FIELDS_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace robotsctl {

// The next line of `text`, without the CRLF or LF at its end, which are taken
// off with it.
std::string_view take_field_line(std::string_view& text);

// The value of the first field `name` in the lines of `fields`, without regard
// to case and with the lines that continue it; empty if there is none.
std::string field_value(std::string_view fields, std::string_view name);

// A number of decimal digits and nothing else.
std::optional<std::uint64_t> decimal(std::string_view text);

}  // namespace robotsctl

#endif
