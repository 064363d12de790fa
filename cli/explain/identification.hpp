// Whether the address of a request proves which crawler sent it, and why.

#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "policy/crawlers/crawlers.hpp"
#include "policy/crawlers/identity.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

// The reverse name of an address, and whether a lookup of the name confirms it.
struct ReverseName {
    enum class Answer {
        none,         // the address has no name
        unconfirmed,  // not the operator's, or does not resolve back
        confirmed,
        failed,  // a lookup failed; `problem` says why
    };
    Answer answer = Answer::none;
    std::string name;
    std::string problem;
};

// Asks the resolver of the system for the name of `address` (4 or 16 octets)
// and, if the name is in a domain of the crawler's operator, for the addresses
// of the name. Blocks.
ReverseName resolve_reverse_name(const robots::Crawler& crawler,
                                 std::string_view address);

// Looks up the reverse name of an address (4 or 16 octets). If the function is
// empty, no name is looked up.
using AskReverseName = std::function<ReverseName(const robots::Crawler& crawler,
                                                 std::string_view address)>;

struct Identification {
    robots::Identity identity = robots::Identity::unverifiable;
    std::string why;  // printed behind the identity and a colon
};

// Returns whether the policy's data prove at the time `now` that a request from
// `address` (4 or 16 octets; empty: unknown) is of `crawler`, as nginx finds it
// with or without a resolver. Without `ask`, reverse names prove nothing.
Identification identify_address(const robots::Policy& policy,
                                const robots::Sighting& crawler,
                                std::string_view address, robots::Utc now,
                                robots::Resolver resolver,
                                const AskReverseName& ask);

}  // namespace robotsctl
