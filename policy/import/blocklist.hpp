// Makes a policy of what an nginx.conf refuses by User-Agent.

#pragma once

#include <string_view>

#include "policy/import/import.hpp"

namespace robots {

// The largest nginx.conf that is read, in octets.
constexpr std::size_t kMaxNginxConf = std::size_t{1024} * 1024;

// Reads `map $http_user_agent ...` blocks and `if ($http_user_agent ...)` with
// a `return` in nginx.conf, or a file that it includes. Each becomes a group
// with the product tokens that its expressions name, closed and refused:
//
//     map $http_user_agent $bad {        - user_agent: [AhrefsBot, SemrushBot]
//         default                0;        disallow: /
//         ~*(AhrefsBot|semrush)  1;        enforce: {disallow: reject}
//     }
//
// An expression names the crawlers of the catalogue in whose tokens it is, ten
// at most, or else the token that it is itself. A `return` of another status
// than 403, under the expression or under the map's variable, is the group's
// `status`: 444 closes the connection there too. What names no crawler stays in
// nginx.conf, and is in the notes: an empty header, a word of browsers, `bot`,
// an expression that is more than texts and `|`.
//
// Refused if there is neither such a map nor such an if with a crawler.
Imported import_nginx_blocklist(std::string_view text, std::string_view host);

}  // namespace robots
