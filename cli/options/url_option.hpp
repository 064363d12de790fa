// A URL that the command line names.

#ifndef ROBOTS_CLI_OPTIONS_URL_OPTION_HPP
#define ROBOTS_CLI_OPTIONS_URL_OPTION_HPP

#include <optional>
#include <string>

#include "policy/site/host.hpp"

namespace robotsctl {

// nullopt, and a complaint on standard error, where `text` is no absolute URL.
std::optional<robots::Url> url_from_option(const std::string& text);

}  // namespace robotsctl

#endif
