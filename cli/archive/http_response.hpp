// A response of HTTP/1, as archives store it (RFC 9112).

#ifndef ROBOTS_CLI_ARCHIVE_HTTP_RESPONSE_HPP
#define ROBOTS_CLI_ARCHIVE_HTTP_RESPONSE_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace robotsctl {

struct HttpResponse {
    int status = 0;  // 100 to 599
    std::string location;
    // Without chunks, and decompressed; at most `most` octets.
    std::string body;
    // Of the whole body; if only its start was kept or decompressed, at least
    // so many.
    std::uint64_t size = 0;
    bool cut = false;
    std::string coding;  // a content coding that is not undone here
};

// Octets of a status line and a header at most.
constexpr std::size_t kMaxHttpHeader = std::size_t{64} * 1024;

// Reads what was stored: `stored` is the start of a response that has
// `stored_size` octets in all. Chunked bodies and those in gzip or deflate are
// undone if they are still so: many archives undo them and keep the header.
// Of a broken body, what comes before the break counts. nullopt: it is no
// response.
std::optional<HttpResponse> parse_http_response(std::string_view stored,
                                                std::uint64_t stored_size,
                                                std::size_t most);

}  // namespace robotsctl

#endif
