// Reads HTTP/1 responses as archives store them (RFC 9112).

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/archive/archive_reader.hpp"

namespace robotsctl {

// The maximum size in octets of a status line and header together.
constexpr std::size_t kMaxHttpHeader = std::size_t{64} * 1024;

// Reads a stored response into `record`. `stored` is the start of the response,
// which has `stored_size` octets in all. Decodes a body that is chunked or
// compressed with gzip or deflate. If the body is already decoded, keeps it,
// whatever the headers say: many archives decode bodies but keep the original
// headers. If the body is broken, keeps the part before the error. Returns
// false if `stored` is not a response.
bool read_http_response(std::string_view stored, std::uint64_t stored_size,
                        HostRecord& record);

// The functions below read "Name: value" lines of HTTP and of WARC (ISO 28500
// section 4).

// Removes the first line from `text`, and returns it without the CRLF or LF at
// its end.
std::string_view take_field_line(std::string_view& text);

// Returns the value of the first field with the name `name`, in any letter
// case. `fields` has one field on each line. Continuation lines belong to the
// value. Returns an empty text if no field has this name.
std::string field_value(std::string_view fields, std::string_view name);

struct Inflated {
    std::string text;
    bool has_more = false;
    bool ended = false;  // `packed` contains the end of the data
};

// Decompresses `packed` and returns at most the first `most` octets. `bits` is
// the windowBits argument of zlib's inflateInit2(), which selects the accepted
// formats.
Inflated inflated(std::string_view packed, int bits, std::size_t most);

}  // namespace robotsctl
