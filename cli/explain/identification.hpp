// Whether the address of a request proves which crawler sent it, and why.

#ifndef ROBOTS_CLI_EXPLAIN_IDENTIFICATION_HPP
#define ROBOTS_CLI_EXPLAIN_IDENTIFICATION_HPP

#include <functional>
#include <string>

#include "cli/explain/reverse_name.hpp"
#include "policy/crawlers/identity.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

// Looks up the reverse name of an address (4 or 16 octets). Empty: nothing is
// looked up.
using AskReverseName = std::function<ReverseName(const robots::Crawler& crawler,
                                                 std::string_view address)>;

struct Identification {
    robots::Identity identity = robots::Identity::unverifiable;
    std::string why;  // printed behind the identity and a colon
};

// Verifies `crawler` at `address` (4 or 16 octets, empty if not given) at
// `now`, by the data of the policy, as nginx does with or without a resolver.
// If there is a resolver but `ask` is empty, reverse names prove nothing.
Identification identify_address(const robots::Policy& policy,
                                const robots::Sighting& crawler,
                                std::string_view address, robots::Utc now,
                                robots::Resolver resolver,
                                const AskReverseName& ask);

}  // namespace robotsctl

#endif
