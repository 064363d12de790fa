// Texts without the addresses of clients, which are personal data in many
// countries.

#pragma once

#include <string>
#include <string_view>

namespace robotsctl {

// `text` with the last part of each IP address replaced by "x": "192.0.2.x",
// "2001:db8:1:x". What looks like an address is one, such as the version
// "126.0.0.0", and so are "192-0-2-7", as reverse names have it, and addresses
// with "%2E" or "%3A" in between. JSON stays JSON, and HTML stays HTML.
std::string masked(std::string_view text);

}  // namespace robotsctl
