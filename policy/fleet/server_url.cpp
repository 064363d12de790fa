#include "policy/fleet/server_url.hpp"

#include <algorithm>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"

namespace robots {

namespace {

constexpr std::size_t kMaxUrl = 1024;
// sockaddr_un::sun_path has 108 octets, including the final zero octet.
constexpr std::size_t kMaxPath = 107;
constexpr unsigned kMaxPort = 65535;
constexpr unsigned kMaxDatabase = 65535;

struct ServerScheme {
    std::string_view start;
    ServerUrl::Transport transport;
};

constexpr ServerScheme kSchemes[] = {
    {"valkey://", ServerUrl::Transport::tcp},
    {"redis://", ServerUrl::Transport::tcp},
    {"valkeys://", ServerUrl::Transport::tls},
    {"rediss://", ServerUrl::Transport::tls},
    {"unix:", ServerUrl::Transport::unix_socket},
};

ReadServerUrl wrong(std::string error) {
    return {std::nullopt, std::move(error)};
}

// Parses a whole number. Returns nullopt if `text` is malformed or over `most`.
std::optional<unsigned> number(std::string_view text, unsigned most) {
    const auto value = number_from(text);
    return value && *value <= most
               ? std::optional(static_cast<unsigned>(*value))
               : std::nullopt;
}

bool is_host_octet(char octet) {
    return is_alphanumeric(octet) || octet == '.' || octet == '-' ||
           octet == '_';
}

bool is_user_octet(char octet) {
    return octet > ' ' && octet < '\x7f' && octet != '@' && octet != '/';
}

// Moves a database number, such as "/1", from the end of `rest` into `url`.
// Returns false if the text behind "/" is not a database number.
bool take_database(std::string_view& rest, ServerUrl& url) {
    const std::size_t slash = rest.find('/');
    if (slash == std::string_view::npos) {
        return true;
    }
    const std::string_view text = rest.substr(slash + 1);
    rest = rest.substr(0, slash);
    if (text.empty()) {
        return true;
    }
    const auto database = number(text, kMaxDatabase);
    url.database = database.value_or(0);
    return database.has_value();
}

// Moves a port, such as ":6379", from the end of `rest` into `url`. Returns
// false if the text behind ":" is not a port.
bool take_port(std::string_view& rest, ServerUrl& url) {
    const std::size_t bracket = rest.rfind(']');
    const std::size_t colon = rest.rfind(':');
    if (colon == std::string_view::npos ||
        (bracket != std::string_view::npos && colon < bracket)) {
        return true;
    }
    const auto port = number(rest.substr(colon + 1), kMaxPort);
    rest = rest.substr(0, colon);
    url.port = static_cast<std::uint16_t>(port.value_or(0));
    return url.port != 0;
}

bool take_host(std::string_view rest, ServerUrl& url) {
    if (rest.size() > 2 && rest.front() == '[' && rest.back() == ']') {
        url.host = rest.substr(1, rest.size() - 2);
        return url.host.find_first_not_of("0123456789abcdefABCDEF:.") ==
               std::string::npos;
    }
    url.host = rest;
    return !rest.empty() &&
           std::all_of(rest.begin(), rest.end(), is_host_octet);
}

ReadServerUrl read_socket(std::string_view path) {
    if (path.empty() || path.front() != '/' || path.size() > kMaxPath ||
        path.find('\0') != std::string_view::npos) {
        return wrong(
            "expected an absolute path of at most 107 octets after "
            "\"unix:\", as in unix:/run/valkey/valkey.sock");
    }
    ServerUrl url;
    url.transport = ServerUrl::Transport::unix_socket;
    url.path = path;
    return {url, {}};
}

ReadServerUrl read_address(std::string_view rest, ServerUrl url) {
    const std::size_t at = rest.rfind('@');
    if (at != std::string_view::npos) {
        url.user = rest.substr(0, at);
        rest.remove_prefix(at + 1);
        if (url.user.find(':') != std::string::npos) {
            return wrong(
                "a password does not belong into the URL; write it "
                "into a file, and password_file=PATH");
        }
        if (url.user.empty() ||
            !std::all_of(url.user.begin(), url.user.end(), is_user_octet)) {
            return wrong(
                "the user before \"@\" must be printable characters "
                "without a space");
        }
    }
    if (!take_database(rest, url)) {
        return wrong(
            "expected the number of a database after \"/\", as in "
            "valkey://127.0.0.1:6379/1");
    }
    if (!take_port(rest, url)) {
        return wrong("expected a port from 1 to 65535 after \":\"");
    }
    if (!take_host(rest, url)) {
        return wrong(
            "expected a host name or an address, as in "
            "valkey://cache.example or valkey://[2001:db8::1]");
    }
    return {url, {}};
}

}  // namespace

std::string ServerUrl::shown() const {
    if (transport == Transport::unix_socket) {
        return "unix:" + path;
    }
    std::string text = transport == Transport::tls ? "valkeys://" : "valkey://";
    text += host.find(':') != std::string::npos ? "[" + host + "]" : host;
    text += ":" + std::to_string(port);
    return database == 0 ? text : text + "/" + std::to_string(database);
}

ReadServerUrl read_server_url(std::string_view text) {
    if (text.size() > kMaxUrl) {
        return wrong("a URL has at most 1024 octets");
    }
    for (const ServerScheme& scheme : kSchemes) {
        if (!starts_with(text, scheme.start)) {
            continue;
        }
        const std::string_view rest = text.substr(scheme.start.size());
        if (scheme.transport == ServerUrl::Transport::unix_socket) {
            return read_socket(rest);
        }
        ServerUrl url;
        url.transport = scheme.transport;
        return read_address(rest, url);
    }
    return wrong(
        "expected valkey://HOST, redis://HOST, valkeys://HOST (TLS) or "
        "unix:/PATH");
}

std::optional<ServerUrl> moved_to(std::string_view error) {
    constexpr std::string_view kStart = "MOVED ";
    const std::size_t space = error.rfind(' ');
    if (!starts_with(error, kStart) || space < kStart.size()) {
        return std::nullopt;
    }
    ServerUrl url;
    url.port = 0;  // an error without a port is rejected below
    std::string_view rest = error.substr(space + 1);
    if (!take_port(rest, url) || url.port == 0) {
        return std::nullopt;
    }
    url.host = rest;
    return url;
}

}  // namespace robots
