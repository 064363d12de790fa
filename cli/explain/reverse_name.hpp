// The reverse name of an address, confirmed by looking up the name.

#ifndef ROBOTS_CLI_EXPLAIN_REVERSE_NAME_HPP
#define ROBOTS_CLI_EXPLAIN_REVERSE_NAME_HPP

#include <string>
#include <string_view>

#include "policy/crawlers/crawlers.hpp"

namespace robotsctl {

struct ReverseName {
    enum class Answer {
        none,         // the address has no name
        unconfirmed,  // the name does not resolve to the address
        confirmed,
        failed,  // a lookup failed; `problem` says why
    };
    Answer answer = Answer::none;
    std::string name;
    std::string problem;
};

// Asks the resolver of the system for the name of `address` (4 or 16 octets),
// and for the addresses of that name if it is in a domain of the crawler's
// operator. Blocks.
ReverseName resolve_reverse_name(const robots::Crawler& crawler,
                                 std::string_view address);

}  // namespace robotsctl

#endif
