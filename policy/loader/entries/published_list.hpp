// Reads the lists of addresses that operators publish for their crawlers. A
// list is either JSON:
//
//     {"creationTime": "...",
//      "prefixes": [{"ipv4Prefix": "192.0.2.0/24"},
//                   {"ipv6Prefix": "2001:db8::/32"}]}
//
// or plain text, with a prefix or an address on each line, and comments from
// "#" on.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "policy/crawlers/address_ranges.hpp"

namespace robots::loader {

// A list of addresses, or the reason why it cannot be read.
struct PublishedList {
    AddressRanges addresses;
    std::size_t count = 0;  // number of prefixes
    std::string problem;    // not empty: "it is not valid JSON, ..."
};
PublishedList read_published_list(std::string_view text);

}  // namespace robots::loader
