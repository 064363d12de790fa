// What is asked about a request, and what is answered.

#ifndef ROBOTS_POLICY_VERDICT_VERDICT_HPP
#define ROBOTS_POLICY_VERDICT_VERDICT_HPP

#include <cstdint>
#include <string_view>

#include "policy/matching/target.hpp"
#include "policy/site/enforcement.hpp"
#include "policy/site/policy.hpp"
#include "policy/verdict/receipt.hpp"
#include "policy/verdict/served_revisions.hpp"

namespace robots {

struct PreparedTarget;  // deciding_rule.hpp

// What tells a HEAD from the GET that it announces.
enum class Method : std::uint8_t { other, get, head };

// The facts of a request, all views into memory that outlives the call.
struct Request {
    std::string_view target;   // as sent: origin form or absolute form
    std::string_view address;  // the client's, 4 or 16 octets
    Utc utc{0};                // the time of day, for windows
    Slashes slashes = Slashes::merge;
    // The target again where it is judged for several crawlers, or nullptr.
    const PreparedTarget* prepared = nullptr;
    // False where no server stands behind the answer: then the target counts
    // only as it was sent.
    bool resolved = true;
    Identity identity = Identity::unverifiable;
    // False where nobody can delay the request: what would wait is refused.
    bool may_wait = true;
    Method method = Method::other;
    // nullptr: the current robots.txt binds everyone at once.
    const ServedRevisions* served = nullptr;
    // Takes down what the request is charged; nullptr: nobody asks.
    Receipt* receipt = nullptr;
};

// What applies to the request. Views point into the policy or into the request.
struct Verdict {
    bool judged = false;  // false: no site, no crawler, robots.txt itself, ...
    Violation violation = Violation::none;
    Action action = Action::off;   // what is to be done; off where allowed
    std::uint16_t status = 0;      // of a refusal
    Milliseconds wait{0};          // delay it so long, or Retry-After
    Sighting crawler;              // set for every crawler, judged or not
    const Group* group = nullptr;  // nullptr: no group binds it
    const Rule* rule = nullptr;    // the rule that decided about the path
    Identity identity = Identity::unverifiable;
    // The robots.txt that judged: the site's current one, or the one that the
    // crawler still goes by. nullptr where no site is known.
    const Robots* robots = nullptr;
};

}  // namespace robots

#endif
