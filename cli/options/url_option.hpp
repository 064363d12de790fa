// The option --url.

#ifndef ROBOTS_CLI_OPTIONS_URL_OPTION_HPP
#define ROBOTS_CLI_OPTIONS_URL_OPTION_HPP

#include <optional>
#include <string>

#include "policy/site/host.hpp"

namespace robotsctl {

// nullopt, and a message on standard error, if `text` is not an absolute URL.
std::optional<robots::Url> url_from_option(const std::string& text);

}  // namespace robotsctl

#endif
