// How well a crawler keeps to its rules: the share of its requests, how sure
// that share is, and a grade. The status page and `robotsctl report` both say
// it by this, so that they cannot disagree.
//
// Only what the crawler itself sent says anything about it. Requests of
// impostors count apart, and so do those that the policy objects to because
// nothing proves who sent them: robots.txt does not ask for a proof. Nor does
// it say anything of budgets that crawlers share, so that who exceeds one has
// kept to it.

#pragma once

#include <cstdint>
#include <string_view>

#include "policy/crawlers/crawlers.hpp"
#include "policy/site/enforcement.hpp"

namespace robots {

// Whether a rule that robots.txt has is broken.
constexpr bool breaks_robots_txt(Violation counted) {
    return counted != Violation::none && counted != Violation::budget &&
           !is_of_sender(counted);
}

// Requests that the rules for a crawler bind, and how many of them kept to
// these.
struct Obedience {
    std::uint64_t judged = 0;
    std::uint64_t kept = 0;

    // Adds so many judged requests that have the verdict `counted`
    // (Verdict::violation, and the ledger's); none if they are not the
    // crawler's own.
    void add(Identity identity, Violation counted, std::uint64_t requests = 1) {
        if (identity != Identity::impostor && !is_of_sender(counted)) {
            judged += requests;
            kept += breaks_robots_txt(counted) ? 0 : requests;
        }
    }
    Obedience& operator+=(const Obedience& other) {
        judged += other.judged;
        kept += other.kept;
        return *this;
    }
};

// The share that kept to the rules, with its 95 % confidence interval (Wilson
// 1927, which holds for few requests and near 0 and 1, too); each from 0 to 1.
// It takes requests to be independent of each other, which a crawler's are not
// quite. Of no requests: nothing is known, from 0 to 1, with a share of 0.
struct Share {
    double low = 0;
    double share = 0;
    double high = 1;
};
Share share_of(const Obedience& obedience);

// A grade is given only where the interval allows it, so that chance gives
// nobody a bad name:
//
//   too_few     fewer than 10 requests, or the interval reaches from below 80 %
//               to 90 % or more
//   never_read  it never read robots.txt, whatever it did
//   breaks      the whole interval lies below 90 %
//   keeps       the share is at least 98 %: 16 of 16 requests are enough
//   mostly      what is left
enum class Grade : std::uint8_t { too_few, never_read, breaks, mostly, keeps };

// `has_read`: whether it is known to have read robots.txt.
Grade grade_of(const Obedience& obedience, bool has_read);

// "too_few", "never_read", "breaks", "mostly", "keeps", as JSON has it.
std::string_view to_string(Grade grade);

// For people: "keeps to it", "never read the file".
std::string_view words_of(Grade grade);

}  // namespace robots
