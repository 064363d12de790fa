// The URL of a Valkey or Redis server, as the directive `robots_fleet` has it.

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
    std::string host;  // a name or an address, IPv6 without brackets
    std::uint16_t port = 6379;
    unsigned database = 0;
    std::string path;  // of the Unix socket

    // Returns the URL without the user: "valkey://cache.example:6379",
    // "unix:/run/v.sock".
    std::string shown() const;
};

// A URL or, in `error`, what is wrong with the text and what to write.
struct ReadServerUrl {
    std::optional<ServerUrl> url;
    std::string error;
};

// Reads valkey://[user@]host[:6379][/database], redis:// in the same way,
// valkeys:// and rediss:// with TLS, and unix:/path. At most 1,024 octets.
ReadServerUrl read_server_url(std::string_view text);

// Returns the server to which a cluster's error "MOVED 7345 10.0.0.6:6379"
// redirects: host and port. An empty host means the host that answered. nullopt
// if it is another error.
// https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/
std::optional<ServerUrl> moved_to(std::string_view error);

}  // namespace robots
