// Masks the IP addresses in texts, since clients' addresses are personal data
// in many countries.

#pragma once

#include <string>
#include <string_view>

namespace robotsctl {

// Returns `text` with the last part of each IP address replaced by "x":
// "192.0.2.x", "2001:db8:1:x". It also masks everything that looks like an
// address (the version "126.0.0.0"), "192-0-2-7" as in reverse names, and
// addresses with "%2E" or "%3A" as separators. Must be called before a text is
// written as JSON, because the digits of "\u00e9" would join the digits of an
// address.
std::string masked(std::string_view text);

}  // namespace robotsctl
