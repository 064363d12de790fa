// URLs that the command line names: the option --url.

#ifndef ROBOTS_CLI_OPTIONS_URL_OPTION_HPP
#define ROBOTS_CLI_OPTIONS_URL_OPTION_HPP

#include <optional>
#include <string>
#include <string_view>

#include "policy/site/host.hpp"

namespace robotsctl {

// Whether `text` starts with a scheme and "://" (RFC 3986 3.1). A path may hold
// "://" too.
bool has_scheme(std::string_view text);

// An absolute URL, whose host may have percent-encoded octets (RFC 3986 3.2.2).
// On failure, `problem` says why and what to write.
std::optional<robots::Url> absolute_url(std::string_view text,
                                        std::string& problem);

// nullopt, and a message on standard error, if `text` is not an absolute URL.
std::optional<robots::Url> url_from_option(const std::string& text);

}  // namespace robotsctl

#endif
