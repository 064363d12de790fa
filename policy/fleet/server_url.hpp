// The URL of a Valkey or Redis server, the argument of `robots_fleet`.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace robots {

struct ServerUrl {
    enum class Transport : std::uint8_t { tcp, tls, unix_socket };

    Transport transport = Transport::tcp;
    std::string user;  // in the server's access list; empty: the default user
    std::string host;  // a name, or an address (IPv6 without brackets)
    std::uint16_t port = 6379;
    unsigned database = 0;
    std::string path;  // the path of the Unix socket

    // Returns the URL without the user: "valkey://cache.example:6379",
    // "unix:/run/v.sock".
    std::string shown() const;
};

// A URL or, in `error`, what is wrong with a text and what to write instead.
struct ReadServerUrl {
    std::optional<ServerUrl> url;
    std::string error;
};

// Parses valkey://[user@]host[:6379][/database] or unix:/path. redis:// has the
// same meaning as valkey://. valkeys:// and rediss:// use TLS. `text` may have
// at most 1,024 octets.
ReadServerUrl read_server_url(std::string_view text);

// Returns the host and port to which a cluster's error, such as "MOVED 7345
// 10.0.0.6:6379", redirects. An empty host means the host that answered.
// Returns nullopt if `error` is another error.
// https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/
std::optional<ServerUrl> moved_to(std::string_view error);

}  // namespace robots
