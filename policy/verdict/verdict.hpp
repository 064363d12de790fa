// The facts of a request, and the verdict on it.

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "policy/crawlers/crawlers.hpp"
#include "policy/matching/target.hpp"
#include "policy/site/enforcement.hpp"
#include "policy/site/groups.hpp"
#include "policy/site/policy.hpp"

namespace robots {

class ServedRevisions;  // terms.hpp
class SentTarget;       // deciding_rule.hpp
struct Receipt;         // charge.hpp

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

// Why the action is less strict than the policy's (cap_for).
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
// ask for what is closed, then to prove nothing, then to come too often. Of the
// last, the lines that most crawlers know come first, and what robots.txt
// cannot say comes last.
constexpr std::array<Violation, kViolations - 1> kGravestFirst{
    Violation::impostor,    Violation::disallow,     Violation::unverifiable,
    Violation::crawl_delay, Violation::request_rate, Violation::visit_time,
    Violation::budget};

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

// "disallow,crawl_delay": each as $robots_verdict has it, the gravest first;
// "" if there are none.
std::string to_string(const Violations& violations);

// The facts of a request, all views into memory that outlives the call.
struct Request {
    std::string_view target;   // as sent: origin form or absolute form
    std::string_view address;  // the client's, 4 or 16 octets
    Utc utc{0};                // the time of day, for windows
    Slashes slashes = Slashes::merge;
    // The target, if it was read before since it is judged for several
    // crawlers.
    const SentTarget* read = nullptr;
    // False: no server resolves the target, and it counts only as it was sent.
    bool resolved = true;
    Identity identity = Identity::unverifiable;
    // Nobody knows yet who sent the request, and it cannot wait for that. It is
    // refused as unverifiable, until this time is over. Zero: what `identity`
    // says holds.
    Milliseconds sender_known_in{0};
    // False: nobody can delay the request, and it is refused instead.
    bool may_wait = true;
    Method method = Method::safe;
    // Whether this crawler's network has fetched the site's robots.txt.
    bool has_fetched = false;
    // nullptr: the current robots.txt binds everyone at once.
    const ServedRevisions* served = nullptr;
    // Gets what the request is charged; nullptr: not needed.
    Receipt* receipt = nullptr;
};

// What applies to the request. Views point into the policy or into the request.
struct Verdict {
    bool judged = false;  // false: no site, no crawler, robots.txt itself, ...
    // The gravest of `violations` (kGravestFirst) on which the policy acts; of
    // those with the action "pass" only if there is no other.
    Violation violation = Violation::none;
    // All that the request broke. Of a request that is refused for its path,
    // its time or its sender, the rates are not judged.
    Violations violations;
    // What `action`, `status` and `wait` are for: of the violations with the
    // strictest action, the first that was found.
    Violation acted_on = Violation::none;
    CapReason capped_by = CapReason::none;  // why `action` is no stricter
    Action action = Action::pass;           // what is to be done
    // What would be done without the cap of robots_enforce: at least `action`.
    Action would = Action::pass;
    std::uint16_t status = 0;        // of a refusal
    Milliseconds wait{0};            // delay it so long, or Retry-After
    Sighting crawler;                // set for every crawler, judged or not
    const Group* group = nullptr;    // nullptr: no group binds it
    const Rule* rule = nullptr;      // the rule that decided about the path
    const Budget* budget = nullptr;  // that was spent; of several, the first
    Identity identity = Identity::unverifiable;
    // The robots.txt that decided: the site's current one, or the crawler's
    // grace revision (terms.hpp). nullptr: no site is known.
    const Robots* robots = nullptr;
};

// The most that is done about a request, whatever the policy's action is: less
// than that action where it would hit somebody who breaks no promise.

// The cap that `settings` put on `violation` by this crawler's request. The
// reason is `none` where nothing caps the action.
Cap cap_for(const Enforcement& settings, const Sighting& crawler,
            const Request& request, Violation violation);

// "unsupported", "contact_only", "unsafe_method", as JSON has it; "" for none.
std::string_view to_string(CapReason reason);

// A kind of violation about which less is done than the policy says.
struct CappedKind {
    Violation violation = Violation::none;
    Cap cap;
};

// The kinds for which the group has lines.
std::vector<CappedKind> capped_kinds(const Group& group,
                                     const Sighting& crawler,
                                     const Request& request);

// What a cap does about that violation, and why: "only logged: Googlebot
// documents that it ignores Crawl-delay". Empty if its reason is `none`.
std::string cap_text(const Cap& cap, const Sighting& crawler,
                     Violation violation);

}  // namespace robots
