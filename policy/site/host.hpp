// Hosts, ports and schemes: what picks a site.

#ifndef ROBOTS_POLICY_SITE_HOST_HPP
#define ROBOTS_POLICY_SITE_HOST_HPP

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

// Octets of a host at most, without a trailing dot (RFC 1035 2.3.4).
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

// Who was asked: a canonical host (empty if the request named none), the
// port the client connected to and the scheme it spoke.
struct Authority {
    std::string_view host;
    std::uint16_t port = 80;
    Scheme scheme = Scheme::http;
};

// "https://example.com:8443": the port if it is not the scheme's default.
std::string origin(const Authority& authority);

// scheme, host and port of an absolute URL and the request target that follows
// them. nullopt if `url` is not absolute http or https, or its host is none.
struct Url {
    Scheme scheme;
    std::string host;  // canonical
    std::uint16_t port;
    std::string target;  // as written, at least "/"
};
std::optional<Url> parse_url(std::string_view url);

}  // namespace robots

#endif
