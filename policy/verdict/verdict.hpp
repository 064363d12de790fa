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

// The method of a request. HEAD and GET are different values, because a HEAD
// and the GET after it together cost one charge (charge.hpp). `safe` is
// OPTIONS, TRACE and PROPFIND, which change nothing; `unsafe` is any other
// method, even one that no standard defines (RFC 9110 9.2.1).
enum class Method : std::uint8_t { unsafe, safe, get, head };

// Returns the method with this name. Names are case-sensitive. If the name is
// empty, the method is unknown, and the result is Method::safe.
inline Method method_from(std::string_view name) {
    return name == "GET"    ? Method::get
           : name == "HEAD" ? Method::head
           : name.empty() || name == "OPTIONS" || name == "TRACE" ||
                   name == "PROPFIND"
               ? Method::safe
               : Method::unsafe;
}

// Why the action on a request is capped: made less strict than the policy's
// action (cap_for()).
enum class CapReason : std::uint8_t {
    none,
    unsupported,    // documented: the crawler ignores the directive
    contact_only,   // known only by a contact address, no robots.txt read
    unsafe_method,  // sends or changes data, maybe from an API client
};

struct Cap {
    Action most = Action::reject;
    CapReason reason = CapReason::none;
};

// All violations, the gravest first: a false name, a disallowed path, a missing
// proof, then requests at a wrong time or too often. Among the violations of
// time and rate, fields that most crawlers know come first. A budget comes
// last, because robots.txt has no field for it.
constexpr std::array<Violation, kViolations - 1> kGravestFirst{
    Violation::impostor,    Violation::disallow,     Violation::unverifiable,
    Violation::crawl_delay, Violation::request_rate, Violation::visit_time,
    Violation::budget};

// A set of violations. It never contains `none`.
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

// Returns the names as in $robots_verdict, the gravest first:
// "disallow,crawl_delay"; "" if there are none.
std::string to_string(const Violations& violations);

// The facts of a request. All views must be valid until the function that reads
// the request returns.
struct Request {
    std::string_view target;   // as sent: origin form or absolute form
    std::string_view address;  // of the client, 4 or 16 octets
    Utc utc{0};                // the time of day, for windows
    Slashes slashes = Slashes::merge;
    // The parsed target, if the caller judges the request for several crawlers.
    // nullptr if `target` is not parsed yet.
    const SentTarget* read = nullptr;
    // Whether the server resolves the target to a path. If not, rules are
    // matched only with the target as it was sent.
    bool resolved = true;
    Identity identity = Identity::unverifiable;
    // Zero if `identity` is known. Otherwise DNS has not shown the sender yet,
    // and the request cannot wait for DNS. Then the request is refused as
    // unverifiable, with this time as Retry-After.
    Milliseconds sender_known_in{0};
    // Whether the caller can delay the request. If not, a request that would be
    // delayed is refused instead.
    bool may_wait = true;
    Method method = Method::safe;
    // Whether the crawler has fetched the site's robots.txt from this network.
    bool has_fetched = false;
    // Finds grace revisions (terms.hpp). nullptr: the current robots.txt binds
    // every crawler at once.
    const ServedRevisions* served = nullptr;
    // Receives the charges of the request; nullptr if they are not needed.
    Receipt* receipt = nullptr;
};

// The verdict on a request. Views point into the policy or into the request.
struct Verdict {
    bool judged = false;  // whether rules or budgets apply to the request
    // The gravest of `violations` (kGravestFirst) on which the policy acts. If
    // all of them have the action "pass", the gravest of all.
    Violation violation = Violation::none;
    // All violations of the request. If the request is refused because of its
    // path, its time or its sender, the rates are not judged.
    Violations violations;
    // The violation to which `action`, `status` and `wait` belong: the first
    // one found that has the strictest action.
    Violation acted_on = Violation::none;
    CapReason capped_by = CapReason::none;  // why `action` is not stricter
    Action action = Action::pass;           // what is to be done
    // What would be done without the cap of robots_enforce: at least `action`.
    Action would = Action::pass;
    std::uint16_t status = 0;        // of the refusal; 0 if not refused
    Milliseconds wait{0};            // the delay, or Retry-After
    Sighting crawler;                // set for every crawler, judged or not
    const Group* group = nullptr;    // nullptr: no group binds the crawler
    const Rule* rule = nullptr;      // the rule that decided about the path
    const Budget* budget = nullptr;  // the one that refuses, or the first spent
    Identity identity = Identity::unverifiable;
    // The robots.txt that decided: the site's current one, or the crawler's
    // grace revision (terms.hpp). nullptr if no site is known.
    const Robots* robots = nullptr;
};

// A cap is the strictest action that may be taken on a request, even if the
// policy's action is stricter. Caps protect crawlers that do not claim to obey
// a directive, and senders that may not be crawlers.

// Whether a request is at most logged, because it sends or changes data and its
// sender may need the answer. The sender may be an API client, or a federated
// server (Mastodon, Matrix, Lemmy), which fetches previews and delivers posts
// under one name.
inline bool is_only_logged(const Sighting& crawler, Method method) {
    return method == Method::unsafe &&
           (crawler.crawler == nullptr || crawler.contact_only ||
            crawler.category == Category::client ||
            (crawler.category == Category::preview &&
             crawler.crawler->self_hosted));
}

// Returns false if the operator of `crawler` (nullptr: not in the catalogue)
// documents that the crawler ignores the line of robots.txt that `violation`
// breaks.
bool supports(const Crawler* crawler, Violation violation);

// Returns the cap that `settings` put on the action for `violation`, if
// `crawler` sends `request`. Cap::reason is `none` if the action is not capped.
Cap cap_for(const Enforcement& settings, const Sighting& crawler,
            const Request& request, Violation violation);

// Returns the name in JSON: "unsupported", "contact_only", "unsafe_method", or
// "".
std::string_view to_string(CapReason reason);

// A kind of violation with a cap.
struct CappedKind {
    Violation violation = Violation::none;
    Cap cap;
};

// Returns the kinds of violations that are capped for this request, and for
// which the group has lines.
std::vector<CappedKind> capped_kinds(const Group& group,
                                     const Sighting& crawler,
                                     const Request& request);

// Returns a text with the effect and the reason of a cap on `violation`: "only
// logged: Googlebot documents that it ignores Crawl-delay". Empty if
// Cap::reason is `none`.
std::string cap_text(const Cap& cap, const Sighting& crawler,
                     Violation violation);

}  // namespace robots
