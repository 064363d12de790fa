// Checks whether the address of a request proves which crawler sent the
// request, and explains the result.

#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "policy/crawlers/crawlers.hpp"
#include "policy/crawlers/identity.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

// The reverse name of an address (the name in the address's PTR record), and
// whether a lookup of this name returns the address.
struct ReverseName {
    enum class Answer {
        none,         // the address has no name
        unconfirmed,  // the name is not the operator's, or has other addresses
        confirmed,
        failed,  // a lookup failed; `problem` says why
    };
    Answer answer = Answer::none;
    std::string name;
    std::string problem;
};

// Asks the resolver of the system for the name of `address` (4 or 16 octets).
// If the name is in a domain of the crawler's operator, also asks for the
// addresses of the name. Blocks until the resolver has answered.
ReverseName resolve_reverse_name(const robots::Crawler& crawler,
                                 std::string_view address);

// A function that looks up the reverse name of an address (4 or 16 octets). If
// the std::function is empty, no name is looked up.
using AskReverseName = std::function<ReverseName(const robots::Crawler& crawler,
                                                 std::string_view address)>;

struct Identification {
    robots::Identity identity = robots::Identity::unverifiable;
    std::string why;  // the reason, printed after the identity
};

// Returns whether, at the time `now`, the data of the policy prove that a
// request from `address` (4 or 16 octets; empty: unknown) was sent by
// `crawler`. `resolver` says whether nginx has a resolver. Without `ask`,
// reverse names prove nothing.
Identification identify_address(const robots::Policy& policy,
                                const robots::Sighting& crawler,
                                std::string_view address, robots::Utc now,
                                robots::Resolver resolver,
                                const AskReverseName& ask);

}  // namespace robotsctl
