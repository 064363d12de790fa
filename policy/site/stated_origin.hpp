// What a proxy in front of the server states that the client asked for.

#ifndef ROBOTS_POLICY_SITE_STATED_ORIGIN_HPP
#define ROBOTS_POLICY_SITE_STATED_ORIGIN_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "policy/site/host.hpp"

namespace robots {

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

// Octets of a value at most: several proxies may have added to it.
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

#endif
