#include "policy/site/stated_origin.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "policy/base/ascii.hpp"

namespace robots {

namespace {

constexpr std::string_view kSlashes = "://";

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9');
}

// What may be left out states nothing; octets above ASCII may be a host.
bool states_something(std::string_view value) {
    return std::any_of(value.begin(), value.end(), [](char c) {
        return is_letter_or_digit(c) || static_cast<unsigned char>(c) >= 0x80;
    });
}

bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && is_blank(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

// The first item of a list that is not empty (RFC 9110 5.6.1.2).
std::string_view first_item(std::string_view list) {
    for (;;) {
        const std::size_t comma = list.find(',');
        const std::string_view item = trimmed(list.substr(0, comma));
        if (!item.empty() || comma == std::string_view::npos) {
            return item;
        }
        list.remove_prefix(comma + 1);
    }
}

std::optional<Scheme> stated_scheme(std::string_view text) {
    if (equal_folded(text, "ws")) {
        return Scheme::http;
    }
    if (equal_folded(text, "wss")) {
        return Scheme::https;
    }
    return scheme_from(text);
}

// The host and the port of a URL; what it has besides, an origin has not.
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
    // Without a host, one that is none of the client's keeps its place.
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
