// Whether a crawler's address shows it to be who it says, and why.

#ifndef ROBOTS_CLI_EXPLAIN_IDENTIFICATION_HPP
#define ROBOTS_CLI_EXPLAIN_IDENTIFICATION_HPP

#include <functional>
#include <string>

#include "cli/explain/reverse_name.hpp"
#include "policy/crawlers/identity.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

// Answers for the reverse name of an address (4 or 16 octets); empty where
// nobody is to be asked.
using AskReverseName = std::function<ReverseName(const robots::Crawler& crawler,
                                                 std::string_view address)>;

struct Identification {
    robots::Identity identity = robots::Identity::unverifiable;
    std::string why;  // a sentence's rest, behind the identity and a colon
};

// What the policy's data say of `crawler` at `address` (4 or 16 octets, empty
// where none is given) at `now`, with or without somebody to ask for reverse
// names. `ask` may be empty where there is somebody: then the answer is open.
Identification identify_address(const robots::Policy& policy,
                                const robots::Sighting& crawler,
                                std::string_view address, robots::Utc now,
                                robots::Resolver resolver,
                                const AskReverseName& ask);

}  // namespace robotsctl

#endif
