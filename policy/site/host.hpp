// Hosts, ports and schemes, which select a site.

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

// The maximum octets of a host, without a trailing dot (RFC 1035 2.3.4).
constexpr std::size_t kMaxHost = 253;

// Returns the canonical form of `host`, which is used to compare hosts: lower
// case, no trailing dot, A-labels for U-labels (IDNA 2008, UTS 46 mapping),
// IPv6 in its canonical text form in brackets (RFC 5952). Returns nullopt if
// `host` is not a host: it has an empty or over-long label, an octet that is
// not allowed in hosts, a port, or more than kMaxHost octets, either as written
// or with A-labels.
std::optional<std::string> canonical_host(std::string_view host);

// The prefix of a claim on all subdomains of a host: "*.example.com".
constexpr std::string_view kWildcard = "*.";

inline bool is_wildcard(std::string_view host) {
    return host.substr(0, kWildcard.size()) == kWildcard;
}

// The authority that a client asked for: a canonical host (empty if the request
// has no host), the port that the client connected to, and the scheme.
struct Authority {
    std::string_view host;
    std::uint16_t port = 80;
    Scheme scheme = Scheme::http;
};

// Returns "https://example.com:8443". Leaves the port out if it is the default
// port of the scheme.
std::string origin(const Authority& authority);

// The scheme, host and port of an absolute URL, and the request target after
// them. parse_url() returns nullopt if `url` is not an absolute http or https
// URL, or its host is not valid.
struct Url {
    Scheme scheme;
    std::string host;  // canonical
    std::uint16_t port;
    std::string target;  // as written, at least "/"
};
std::optional<Url> parse_url(std::string_view url);

// The origin that the client asked for, as a proxy in front of nginx states it.

struct StatedOrigin {
    enum class Kind : std::uint8_t {
        none,       // nothing is stated
        malformed,  // the stated value is not an origin
        stated,
    };

    Kind kind = Kind::none;
    Scheme scheme = Scheme::http;
    std::uint16_t port = 80;
    std::string host{};  // canonical; empty: the request's host counts
};

// The maximum octets of a stated value, which may list values of several
// proxies.
constexpr std::size_t kMaxStatedOrigin = 4096;

// Reads "scheme://host[:port]" from the headers of proxies:
//
// - scheme is http or https, in any case; ws counts as http, and wss as https;
// - canonical_host() must accept the host, but the host may be missing, even if
//   a port follows;
// - without a port, the default port of the scheme counts;
// - scheme and host may each be a list of several proxies' values, "https,
//   http" or "https://a.example, http://b.example": the first item counts,
//   because it is from the proxy nearest to the client;
// - a value without a letter, a digit or a non-ASCII octet, like "://", states
//   nothing: the value is composed of several headers, and these headers were
//   missing.
StatedOrigin read_stated_origin(std::string_view value);

}  // namespace robots
