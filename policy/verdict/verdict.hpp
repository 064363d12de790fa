// What is asked about a request, and what is answered.

#ifndef ROBOTS_POLICY_VERDICT_VERDICT_HPP
#define ROBOTS_POLICY_VERDICT_VERDICT_HPP

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "policy/matching/target.hpp"
#include "policy/site/enforcement.hpp"
#include "policy/site/policy.hpp"
#include "policy/verdict/receipt.hpp"
#include "policy/verdict/served_revisions.hpp"

namespace robots {

struct PreparedTarget;  // deciding_rule.hpp

// HEAD and GET matter, since a HEAD and the GET after it cost one charge.
// `safe` is OPTIONS, TRACE and PROPFIND, which change nothing; `unsafe` all
// others, unknown ones too (RFC 9110 9.2.1).
enum class Method : std::uint8_t { unsafe, safe, get, head };

// The method of that name, which is case-sensitive. Empty: nobody says.
inline Method method_from(std::string_view name) {
    return name == "GET"    ? Method::get
           : name == "HEAD" ? Method::head
           : name.empty() || name == "OPTIONS" || name == "TRACE" ||
                   name == "PROPFIND"
               ? Method::safe
               : Method::unsafe;
}

// Why less is done about a request than the policy's action (cap.hpp).
enum class CapReason : std::uint8_t {
    none,
    unsupported,    // its operator documents that it ignores the directive
    contact_only,   // known by a contact address alone, and read no robots.txt
    unsafe_method,  // no crawler of the catalogue, and it sends or changes data
};

struct Cap {
    Action most = Action::reject;
    CapReason reason = CapReason::none;
};

// Each kind of violation, the gravest first: to claim another's name, then to
// ask for what is closed, then to come too often. Of the last, the lines that
// most crawlers know come first.
constexpr std::array<Violation, kViolations - 1> kGravestFirst{
    Violation::impostor, Violation::disallow, Violation::crawl_delay,
    Violation::request_rate, Violation::visit_time};

// A set of violations; `none` is never in it.
class Violations {
  public:
    void add(Violation violation) { bits_ |= bit(violation); }
    bool contains(Violation violation) const {
        return (bits_ & bit(violation)) != 0;
    }
    bool empty() const { return bits_ == 0; }
    bool has_others(Violation than) const { return (bits_ & ~bit(than)) != 0; }

  private:
    static std::uint8_t bit(Violation violation) {
        return violation == Violation::none
                   ? std::uint8_t{0}
                   : static_cast<std::uint8_t>(
                         1U << static_cast<unsigned>(violation));
    }

    std::uint8_t bits_ = 0;
};

// "disallowed,crawl_delay": each as $robots_verdict has it, the gravest first;
// "" if there are none.
std::string to_string(const Violations& violations);

// The facts of a request, all views into memory that outlives the call.
struct Request {
    std::string_view target;   // as sent: origin form or absolute form
    std::string_view address;  // the client's, 4 or 16 octets
    Utc utc{0};                // the time of day, for windows
    Slashes slashes = Slashes::merge;
    // The readings of the target, if it is judged for several crawlers.
    const PreparedTarget* prepared = nullptr;
    // False: no server resolves the target, and it counts only as it was sent.
    bool resolved = true;
    Identity identity = Identity::unverifiable;
    // False: nobody can delay the request, and it is refused instead.
    bool may_wait = true;
    Method method = Method::safe;
    // Whether this crawler's network has fetched the site's robots.txt.
    bool has_fetched = false;
    // nullptr: the current robots.txt binds everyone at once.
    const ServedRevisions* served = nullptr;
    // Gets what the request is charged; nullptr: nobody asks.
    Receipt* receipt = nullptr;
};

// What applies to the request. Views point into the policy or into the request.
struct Verdict {
    bool judged = false;  // false: no site, no crawler, robots.txt itself, ...
    // The gravest of `violations` (kGravestFirst) on which the policy acts; of
    // those with the action "off" only if there is no other.
    Violation violation = Violation::none;
    // All that the request broke. Of a request that is refused for its path,
    // its time or its sender, the rates are not judged.
    Violations violations;
    // What `action`, `status` and `wait` are for: of the violations with the
    // strictest action, the first that was found.
    Violation acted_on = Violation::none;
    CapReason capped_by = CapReason::none;  // why `action` is no stricter
    Action action = Action::off;            // what is to be done; off: allowed
    // What would be done without the cap of robots_enforce: at least `action`.
    Action would = Action::off;
    std::uint16_t status = 0;      // of a refusal
    Milliseconds wait{0};          // delay it so long, or Retry-After
    Sighting crawler;              // set for every crawler, judged or not
    const Group* group = nullptr;  // nullptr: no group binds it
    const Rule* rule = nullptr;    // the rule that decided about the path
    Identity identity = Identity::unverifiable;
    // The robots.txt that decided: the site's current one, or the crawler's
    // grace revision (terms.hpp). nullptr: no site is known.
    const Robots* robots = nullptr;
};

}  // namespace robots

#endif
