// The reverse name of an address, confirmed by looking the name up again.

#ifndef ROBOTS_CLI_EXPLAIN_REVERSE_NAME_HPP
#define ROBOTS_CLI_EXPLAIN_REVERSE_NAME_HPP

#include <string>
#include <string_view>

#include "policy/crawlers/crawlers.hpp"

namespace robotsctl {

struct ReverseName {
    enum class Answer {
        none,         // the address has no name
        unconfirmed,  // the name does not lead back to the address
        confirmed,
        failed,  // a question was not answered; `problem` says why
    };
    Answer answer = Answer::none;
    std::string name;
    std::string problem;
};

// Asks the system's resolver for the name of `address` (4 or 16 octets), and
// for the addresses of a name that lies in a domain of the crawler's operator.
// Takes as long as the resolver does.
ReverseName resolve_reverse_name(const robots::Crawler& crawler,
                                 std::string_view address);

}  // namespace robotsctl

#endif
