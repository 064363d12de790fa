// A response of HTTP/1, as archives store it (RFC 9112).

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/archive/archive_reader.hpp"

namespace robotsctl {

// The most octets of a status line and a header.
constexpr std::size_t kMaxHttpHeader = std::size_t{64} * 1024;

// Reads what was stored into the answer of `record`: `stored` is the start of a
// response that has `stored_size` octets in all. Decodes bodies that are still
// chunked, or in gzip or deflate: many archives decode them, but keep the
// header. Of a broken body, what comes before the break counts. False: it is
// not a response.
bool read_http_response(std::string_view stored, std::uint64_t stored_size,
                        HostRecord& record);

// "Name: value" lines, as WARC (ISO 28500, 4) has them, too:

// The next line of `text`, without the CRLF or LF at its end, which are taken
// off with it.
std::string_view take_field_line(std::string_view& text);

// The value of the first field `name` in the lines of `fields`, without regard
// to case and with the lines that continue it; empty if there is none.
std::string field_value(std::string_view fields, std::string_view name);

struct Inflated {
    std::string text;
    bool has_more = false;
    bool ended = false;  // its end was there
};

// The first `most` octets of what is compressed in `packed`. `bits`: which
// headers it may have, as inflateInit2() of zlib takes them.
Inflated inflated(std::string_view packed, int bits, std::size_t most);

}  // namespace robotsctl
