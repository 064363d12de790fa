// Hosts, ports and schemes: what picks a site.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace robots {

enum class Scheme : std::uint8_t { http, https };

std::string_view to_string(Scheme scheme);
std::optional<Scheme> scheme_from(std::string_view text);

// 80 for http, 443 for https (RFC 9110 4.2).
std::uint16_t default_port(Scheme scheme);

// The most octets of a host, without a trailing dot (RFC 1035 2.3.4).
constexpr std::size_t kMaxHost = 253;

// `host` in the one spelling in which hosts are compared: lower case, no
// trailing dot, A-labels for U-labels (IDNA 2008, UTS 46 mapping), IPv6 in its
// canonical text form in brackets (RFC 5952). nullopt if it is not a host: an
// empty or over-long label, an octet that no host holds, a port, or more
// than kMaxHost octets, in U-labels too.
std::optional<std::string> canonical_host(std::string_view host);

// What a claim on all hosts below one starts with.
constexpr std::string_view kWildcard = "*.";

inline bool is_wildcard(std::string_view host) {
    return host.substr(0, kWildcard.size()) == kWildcard;
}

// What the client asked: a canonical host (empty if the request named none),
// the port the client connected to and the scheme it spoke.
struct Authority {
    std::string_view host;
    std::uint16_t port = 80;
    Scheme scheme = Scheme::http;
};

// "https://example.com:8443": the port if it is not the scheme's default.
std::string origin(const Authority& authority);

// scheme, host and port of an absolute URL and the request target that follows
// them. nullopt if `url` is not absolute http or https, or its host is not one.
struct Url {
    Scheme scheme;
    std::string host;  // canonical
    std::uint16_t port;
    std::string target;  // as written, at least "/"
};
std::optional<Url> parse_url(std::string_view url);

// What a proxy in front of the server states that the client asked for.

struct StatedOrigin {
    enum class Kind : std::uint8_t {
        none,       // nothing is stated
        malformed,  // something is, but not an origin
        stated,
    };

    Kind kind = Kind::none;
    Scheme scheme = Scheme::http;
    std::uint16_t port = 80;
    std::string host{};  // canonical; empty: the one that the request names
};

// The most octets of a value: several proxies may have added to it.
constexpr std::size_t kMaxStatedOrigin = 4096;

// Reads "scheme://host[:port]", as headers of proxies give it:
//
// - scheme is http or https, or ws or wss, which mean the same two, in any
//   case;
// - host is as canonical_host takes it, or is left out, with or without a port;
// - without a port it is the scheme's own;
// - scheme and host may each be a list of several proxies' values, "https,
//   http" or "https://a.example, http://b.example": the first item counts,
//   which the proxy wrote that is nearest to the client;
// - a value without a letter or a digit, such as "://", states nothing: no
//   proxy has sent its headers.
StatedOrigin read_stated_origin(std::string_view value);

}  // namespace robots
