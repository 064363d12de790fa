// Makes a policy from an nginx.conf that refuses crawlers by their User-Agent
// header.

#pragma once

#include <string_view>

#include "policy/import/import.hpp"

namespace robots {

// The largest nginx.conf that is read, in octets.
constexpr std::size_t kMaxNginxConf = std::size_t{1024} * 1024;

// `text` is nginx.conf, or a file that nginx.conf includes. Makes a group of
// each `map $http_user_agent ...` block, and of each `if ($http_user_agent
// ...)` with a `return`. The group is for the product tokens that the
// expressions name, closes everything, and refuses requests:
//
//     map $http_user_agent $bad {        - user_agent: [AhrefsBot, SemrushBot]
//         default                0;        disallow: /
//         ~*(AhrefsBot|semrush)  1;        enforce: {disallow: reject}
//     }
//
// A text in an expression names the crawlers of the catalogue that have this
// text in their User-Agent header. If no crawler has it, the text itself is
// taken as a product token. A 4xx or 5xx status in the `return`, but not 403,
// becomes the group's `status`: 444 closes the connection, as in nginx.conf. A
// text stays in nginx.conf, with a note, if it names no crawler or more than
// ten: an empty header, a word of browsers, `bot`. An expression that is not a
// list of texts stays there, too, and so do a text that an earlier entry of the
// map may let pass, an `if` for some paths or for one of several servers, and a
// map whose variable is only used in an `if` of this kind, or in one that asks
// for another value than 1.
//
// Imports nothing if no `map` or `if` of this kind names a crawler.
Imported import_nginx_blocklist(std::string_view text, std::string_view host);

}  // namespace robots
