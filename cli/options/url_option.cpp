#include "cli/options/url_option.hpp"

#include <algorithm>

#include "cli/output/text.hpp"
#include "policy/base/ascii.hpp"
#include "policy/base/percent_encoding.hpp"
#include "policy/base/text.hpp"

namespace robotsctl {

namespace {

bool is_letter(char c) {
    return robots::fold(c) >= 'a' && robots::fold(c) <= 'z';
}

bool is_scheme_octet(char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' ||
           c == '.';
}

// `url` with the percent-encoded octets of its authority decoded. What they
// stand for is looked at as a host, so none of them can end it.
std::string with_decoded_host(std::string_view url) {
    const std::size_t start = url.find("://") + 3;
    const std::size_t end =
        std::min(url.find_first_of("/?#", start), url.size());
    std::string out(url.substr(0, start));
    for (std::size_t i = start; i < end; ++i) {
        const int octet = robots::percent_triplet(url, i);
        const bool ends_host = octet >= 0 && std::string_view("/?#@:[]").find(
                                                 static_cast<char>(octet)) !=
                                                 std::string_view::npos;
        if (octet >= 0 && !ends_host && i + 2 < end) {
            out += static_cast<char>(octet);
            i += 2;
        } else {
            out += url[i];
        }
    }
    out += url.substr(end);
    return out;
}

}  // namespace

bool has_scheme(std::string_view text) {
    const std::size_t slashes = text.find("://");
    return slashes != std::string_view::npos && slashes > 0 &&
           is_letter(text[0]) &&
           std::all_of(text.begin(),
                       text.begin() + static_cast<std::ptrdiff_t>(slashes),
                       is_scheme_octet);
}

std::optional<robots::Url> absolute_url(std::string_view text,
                                        std::string& problem) {
    if (!has_scheme(text)) {
        problem = robots::quoted(text) +
                  " is not an absolute URL; write it as https://example.com/";
        return std::nullopt;
    }
    const std::string_view scheme = text.substr(0, text.find("://"));
    if (!robots::scheme_from(scheme)) {
        problem = robots::quoted(text) + " has the scheme " +
                  robots::quoted(scheme) +
                  ", and a policy is for http and https";
        return std::nullopt;
    }
    const bool may_be_encoded = text.find('%') != std::string_view::npos;
    auto url = may_be_encoded ? robots::parse_url(with_decoded_host(text))
                              : robots::parse_url(text);
    if (!url) {
        problem = robots::quoted(text) +
                  " has no valid host or port; write it as "
                  "https://example.com/";
    }
    return url;
}

std::optional<robots::Url> url_from_option(const std::string& text) {
    std::string problem;
    auto url = absolute_url(text, problem);
    if (!url) {
        complain("--url: " + problem);
    }
    return url;
}

}  // namespace robotsctl
