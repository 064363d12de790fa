// Which format a client prefers (RFC 9110 12.5.1).

#ifndef ROBOTS_STATUS_FORMAT_ACCEPT_HPP
#define ROBOTS_STATUS_FORMAT_ACCEPT_HPP

#include <optional>
#include <string_view>

#include "status/model/query.hpp"

namespace robots::status {

// "html", "json", "prometheus", as in "?format=json"; nullopt for others.
std::optional<Format> format_from(std::string_view name);

// The format that an Accept header's value prefers; of equals HTML before JSON
// before Prometheus. HTML if the value is empty or accepts none of them: a page
// is of more use than 406.
Format preferred_format(std::string_view accept);

}  // namespace robots::status

#endif
