// Makes a policy from an nginx.conf that refuses crawlers by their User-Agent
// header.

#pragma once

#include <string_view>

#include "policy/import/import.hpp"

namespace robots {

// The largest nginx.conf that is read, in octets.
constexpr std::size_t kMaxNginxConf = std::size_t{1024} * 1024;

// `text` is nginx.conf, or a file that nginx.conf includes. Makes one group
// from each `map $http_user_agent ...` block, and from each `if
// ($http_user_agent ...)` block with a `return`. The group is for the crawlers
// that the expressions match, disallows all paths, and refuses requests:
//
//     map $http_user_agent $bad {        - user_agent: [AhrefsBot, SemrushBot]
//         default                0;        disallow: /
//         ~*(AhrefsBot|semrush)  1;        enforce: {disallow: reject}
//     }
//
// A text in an expression names the crawlers of the catalogue that have this
// text in their User-Agent header. If no crawler has the text, the text itself
// is used as a product token. If the `return` has another 4xx or 5xx status
// than 403, the status becomes the group's `status`: 444 closes the connection,
// as in nginx.conf.
//
// These parts stay in nginx.conf, with a note:
// - a text that is not a product token, or that is in the headers of more than
//   ten crawlers: an empty header, a word of browsers, `bot`
// - an expression that is not a list of texts
// - a text that an earlier entry of the map may let pass
// - an `if` for some paths, or for one of several servers
// - a map, if its variable is only used in an `if` for some paths or servers,
//   or in an `if` that asks for another value than 1
//
// Imports nothing if no `map` or `if` in `text` names a crawler.
Imported import_nginx_blocklist(std::string_view text, std::string_view host);

}  // namespace robots
