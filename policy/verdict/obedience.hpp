// Measures how well a crawler keeps to its rules: the share of its requests
// that keep to the rules, the confidence in that share, and a grade. The status
// page and `robotsctl report` both use these functions, so that their results
// agree.
//
// Only requests of the crawler itself count. Requests of impostors are left
// out. Requests that are counted as `unverifiable` are left out, too, since
// robots.txt does not ask for a proof. robots.txt has no shared budgets, so a
// crawler that exceeds a shared budget still keeps to its rules. RFC 9309 does
// not define Crawl-delay, Request-rate and Visit-time. So a crawler that
// ignores one of these fields still keeps to its rules if its operator
// documents this.

#pragma once

#include <cstdint>
#include <string_view>

#include "policy/crawlers/crawlers.hpp"
#include "policy/site/enforcement.hpp"

namespace robots {

// Whether the violation `counted` breaks a rule that a robots.txt can have, and
// that `crawler` does not document as unsupported. `crawler` may be nullptr.
bool breaks_robots_txt(const Crawler* crawler, Violation counted);

// The number of requests to which the rules for a crawler apply, and how many
// of them kept to the rules.
struct Obedience {
    std::uint64_t judged = 0;
    std::uint64_t kept = 0;

    // Adds `requests` judged requests of `crawler` (nullptr: not in the
    // catalogue) with the violation `counted` (Verdict::violation, as in the
    // ledger); adds nothing if an impostor sent them, or if `counted` is about
    // the sender.
    void add(const Crawler* crawler, Identity identity, Violation counted,
             std::uint64_t requests = 1);
    Obedience& operator+=(const Obedience& other) {
        judged += other.judged;
        kept += other.kept;
        return *this;
    }
};

// The share of requests that kept to the rules, with its 95 % confidence
// interval (Wilson 1927, which is also valid for few requests and for shares
// near 0 and 1). All members are from 0 to 1. The interval is exact only if
// requests are independent. The requests of a crawler are not quite
// independent. Without requests, `share` is 0.
struct Share {
    double low = 0;
    double share = 0;
    double high = 1;
};
Share share_of(const Obedience& obedience);

// How well a crawler keeps to its rules. A crawler gets the grade `breaks` only
// if its whole confidence interval is below 90 %, so that chance does not give
// a crawler a bad reputation:
//
//   too_few     fewer than 10 requests, or the interval reaches from below 80 %
//               to 90 % or more
//   never_read  the crawler never read robots.txt, whatever else it did
//   breaks      the whole interval is below 90 %
//   keeps       the share is at least 98 %: 16 of 16 requests are enough
//   mostly      all other cases
enum class Grade : std::uint8_t { too_few, never_read, breaks, mostly, keeps };

// `has_read` is false only if the crawler cannot have read robots.txt.
Grade grade_of(const Obedience& obedience, bool has_read);

// Returns the name in JSON: "too_few", "never_read", "breaks", "mostly",
// "keeps".
std::string_view to_string(Grade grade);

// Returns words for people: "keeps to it", "never read the file".
std::string_view words_of(Grade grade);

}  // namespace robots
