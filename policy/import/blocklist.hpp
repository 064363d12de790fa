// Makes a policy that refuses the crawlers that an nginx.conf refuses by
// User-Agent.

#pragma once

#include <string_view>

#include "policy/import/import.hpp"

namespace robots {

// The largest nginx.conf that is read, in octets.
constexpr std::size_t kMaxNginxConf = std::size_t{1024} * 1024;

// Reads `map $http_user_agent ...` blocks and `if ($http_user_agent ...)` with
// a `return` in nginx.conf, or in a file that nginx.conf includes. Makes a
// group of each: the group is for the product tokens that the expressions name,
// closes everything, and refuses requests:
//
//     map $http_user_agent $bad {        - user_agent: [AhrefsBot, SemrushBot]
//         default                0;        disallow: /
//         ~*(AhrefsBot|semrush)  1;        enforce: {disallow: reject}
//     }
//
// A text of an expression names the crawlers of the catalogue whose words in a
// User-Agent header contain the text; if there are none, the text itself is the
// token of a crawler. Another 4xx or 5xx status than 403 in the `return` for
// the expression, or for the map's variable, becomes the group's `status`: 444
// closes the connection, as in nginx.conf. What names no crawler, or more than
// ten, stays in nginx.conf, with a note: an empty header, a word of browsers,
// `bot`, an expression with more than texts and `|`.
//
// Imports nothing if no `map` or `if` of this kind names a crawler.
Imported import_nginx_blocklist(std::string_view text, std::string_view host);

}  // namespace robots
