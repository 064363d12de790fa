#include "policy/site/host.hpp"

#include <arpa/inet.h>
#include <idn2.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"

namespace robots {

namespace {

constexpr std::size_t kMaxLabel = 63;

bool is_name_octet(char c) {
    return (is_alphanumeric(c) && fold(c) == c) || c == '-' || c == '_';
}

bool has_valid_labels(std::string_view host) {
    if (host.empty() || host.size() > kMaxHost) {
        return false;
    }
    for (;;) {
        const std::string_view label = host.substr(0, host.find('.'));
        if (label.empty() || label.size() > kMaxLabel ||
            !std::all_of(label.begin(), label.end(), is_name_octet)) {
            return false;
        }
        if (label.size() == host.size()) {
            return true;
        }
        host.remove_prefix(label.size() + 1);
    }
}

std::optional<std::string> canonical_ipv6(std::string_view bracketed) {
    if (bracketed.size() < 4 || bracketed.back() != ']') {
        return std::nullopt;
    }
    const std::string inner(bracketed.substr(1, bracketed.size() - 2));
    in6_addr address{};
    char text[INET6_ADDRSTRLEN];
    if (inet_pton(AF_INET6, inner.c_str(), &address) != 1 ||
        inet_ntop(AF_INET6, &address, text, sizeof text) == nullptr) {
        return std::nullopt;
    }
    return '[' + std::string(text) + ']';
}

std::optional<std::string> to_a_labels(const std::string& host) {
    char* out = nullptr;
    const int rc = idn2_to_ascii_8z(host.c_str(), &out,
                                    IDN2_NONTRANSITIONAL | IDN2_NFC_INPUT);
    const std::unique_ptr<char, void (*)(void*)> owner(out, idn2_free);
    return rc == IDN2_OK ? std::optional(std::string(out)) : std::nullopt;
}

// Returns the port of ":8443"; `fallback` if `text` is "" or ":"; nullopt if
// `text` is not a port.
std::optional<std::uint16_t> parse_port(std::string_view text,
                                        std::uint16_t fallback) {
    if (text.empty() || text == ":") {
        return fallback;
    }
    if (text[0] != ':') {
        return std::nullopt;
    }
    const auto port = number_from(text.substr(1));
    return port && *port > 0 && *port <= UINT16_MAX
               ? std::optional(static_cast<std::uint16_t>(*port))
               : std::nullopt;
}

}  // namespace

std::string_view to_string(Scheme scheme) {
    return scheme == Scheme::https ? "https" : "http";
}

std::optional<Scheme> scheme_from(std::string_view text) {
    return equal_folded(text, "http")    ? std::optional(Scheme::http)
           : equal_folded(text, "https") ? std::optional(Scheme::https)
                                         : std::nullopt;
}

std::uint16_t default_port(Scheme scheme) {
    return scheme == Scheme::https ? 443 : 80;
}

std::optional<std::string> canonical_host(std::string_view host) {
    // Check the size before the conversion, which is slow for a long text.
    // Refuse a NUL, at which the C libraries would stop.
    if (host.size() > kMaxHost + 1 ||
        host.find('\0') != std::string_view::npos) {
        return std::nullopt;
    }
    if (!host.empty() && host.front() == '[') {
        return canonical_ipv6(host);
    }
    if (!host.empty() && host.back() == '.') {
        host.remove_suffix(1);
    }
    std::string name(host);
    if (!is_ascii(host)) {
        const std::optional<std::string> converted = to_a_labels(name);
        if (!converted) {
            return std::nullopt;
        }
        name = *converted;
    }
    name = fold(name);
    return has_valid_labels(name) ? std::optional(std::move(name))
                                  : std::nullopt;
}

std::string origin(const Authority& authority) {
    std::string out(to_string(authority.scheme));
    out += "://";
    out += authority.host;
    if (authority.port != default_port(authority.scheme)) {
        out += ':';
        out += std::to_string(authority.port);
    }
    return out;
}

std::optional<Url> parse_url(std::string_view url) {
    const std::size_t colon = url.find("://");
    if (colon == std::string_view::npos) {
        return std::nullopt;
    }
    const std::optional<Scheme> scheme = scheme_from(url.substr(0, colon));
    if (!scheme) {
        return std::nullopt;
    }
    url.remove_prefix(colon + 3);
    const std::size_t end = std::min(url.find_first_of("/?#"), url.size());
    std::string_view authority = url.substr(0, end);
    // What comes before "@" is userinfo, not part of the host.
    authority.remove_prefix(authority.rfind('@') + 1);
    const std::size_t bracket = authority.rfind(']');
    const std::size_t host_end = std::min(
        authority.find(':', bracket == std::string_view::npos ? 0 : bracket),
        authority.size());
    const auto host = canonical_host(authority.substr(0, host_end));
    const auto port =
        parse_port(authority.substr(host_end), default_port(*scheme));
    if (!host || !port) {
        return std::nullopt;
    }
    std::string target(url.substr(end));
    if (target.empty() || target[0] != '/') {
        target.insert(0, "/");
    }
    return Url{*scheme, *host, *port, std::move(target)};
}

namespace {

constexpr std::string_view kSlashes = "://";

// Whether `value` has a letter, a digit or a non-ASCII octet, which may be part
// of a host.
bool states_something(std::string_view value) {
    return std::any_of(value.begin(), value.end(), [](char c) {
        return is_alphanumeric(c) || static_cast<unsigned char>(c) >= 0x80;
    });
}

// Returns the first non-empty item of a list (RFC 9110 5.6.1.2).
std::string_view first_item(std::string_view list) {
    for (;;) {
        const std::size_t comma = list.find(',');
        const std::string_view item = trim(list.substr(0, comma));
        if (!item.empty() || comma == std::string_view::npos) {
            return item;
        }
        list.remove_prefix(comma + 1);
    }
}

std::optional<Scheme> stated_scheme(std::string_view text) {
    return equal_folded(text, "ws")    ? Scheme::http
           : equal_folded(text, "wss") ? Scheme::https
                                       : scheme_from(text);
}

// Returns the host and the port of an origin. Returns nullopt if `authority`
// has a user, path, query or fragment, which an origin does not have.
std::optional<Url> parse_authority(Scheme scheme, std::string_view authority) {
    if (authority.find_first_of("/?#@") != std::string_view::npos) {
        return std::nullopt;
    }
    return parse_url(std::string(to_string(scheme)) + std::string(kSlashes) +
                     std::string(authority));
}

}  // namespace

StatedOrigin read_stated_origin(std::string_view value) {
    StatedOrigin out;
    if (!states_something(value.substr(0, kMaxStatedOrigin))) {
        return out;
    }
    out.kind = StatedOrigin::Kind::malformed;
    const std::size_t slashes = value.find(kSlashes);
    if (value.size() > kMaxStatedOrigin || slashes == std::string_view::npos) {
        return out;
    }
    const auto scheme = stated_scheme(first_item(value.substr(0, slashes)));
    if (!scheme) {
        return out;
    }
    const std::string_view authority =
        first_item(value.substr(slashes + kSlashes.size()));
    // If the host is missing, the placeholder "h" is parsed, but not returned.
    const bool has_host = !authority.empty() && authority.front() != ':';
    auto url =
        parse_authority(*scheme, has_host ? std::string(authority)
                                          : 'h' + std::string(authority));
    if (url) {
        out = {StatedOrigin::Kind::stated, *scheme, url->port,
               has_host ? std::move(url->host) : std::string()};
    }
    return out;
}

}  // namespace robots
