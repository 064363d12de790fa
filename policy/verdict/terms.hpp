// The rules that bind a crawler: the current robots.txt, and sometimes also an
// older robots.txt.
//
// A crawler may still follow the robots.txt that it was last served, its grace
// revision (RFC 9309 2.4). Until the crawler has fetched the current
// robots.txt, or its grace period is over, both files count. For each question,
// the more lenient file decides:
//
//     grace revision       current              the crawler
//     Disallow: /a         Disallow: /          may fetch /b
//     Crawl-delay: 1       Crawl-delay: 10      may come each second
//     Crawl-delay: 10      (no Crawl-delay)     may come at any time

#pragma once

#include <algorithm>
#include <chrono>

#include "policy/base/time.hpp"
#include "policy/robots_txt/rate.hpp"
#include "policy/site/groups.hpp"
#include "policy/site/policy.hpp"
#include "policy/verdict/budget_key.hpp"
#include "policy/verdict/verdict.hpp"

namespace robots {

// Finds the grace revision of a crawler: the robots.txt that the crawler was
// last served and may still follow.
//
// A crawler may follow a robots.txt for a day after fetching it (RFC 9309 2.4).
// nginx stores in shared memory what each crawler has fetched. robotsctl does
// not know this.
class ServedRevisions {
  public:
    virtual ~ServedRevisions() = default;

    // Returns the robots.txt that `crawler` at `address` may still follow
    // instead of the site's current robots.txt. A robots.txt may be followed
    // for `grace` after a newer one replaced it. Returns nullptr if only the
    // current robots.txt binds the crawler.
    virtual const Robots* grace_revision(const Site& site,
                                         const Visitor& crawler,
                                         std::string_view address,
                                         Milliseconds grace) const noexcept = 0;
};

inline Milliseconds crawl_delay_of(const Group& group) {
    return group.pace->crawl_delay.value_or(Milliseconds{0});
}

// Returns the longest interval of the group's Request-rates that are in effect
// at `utc`; zero if no Request-rate is in effect.
inline Milliseconds longest_interval_of(const Group& group, Utc utc) {
    Milliseconds longest{0};
    for (const RequestRate& rate : group.pace->request_rates) {
        if (!rate.window || rate.window->contains(utc)) {
            longest = std::max(longest, rate.budget().interval);
        }
    }
    return longest;
}

// The group of a crawler in the current robots.txt and, if the crawler has a
// grace revision, its group in the grace revision. A group is nullptr if that
// robots.txt has neither rules nor a pace for the crawler.
struct Terms {
    const Group* current = nullptr;
    const Robots* grace_revision = nullptr;  // nullptr: the crawler has none
    const Group* grace_group = nullptr;

    // Returns the group of the more lenient file: the group for which `asked`
    // returns the lower value. Returns nullptr if one of the two files has no
    // group for the crawler, and so has no rules for it.
    template <typename Asked>
    const Group* lenient(Asked asked) const {
        if (grace_revision == nullptr) {
            return current;
        }
        if (current == nullptr || grace_group == nullptr) {
            return nullptr;
        }
        return asked(*grace_group) < asked(*current) ? grace_group : current;
    }
};

// Returns the terms of the crawler in `verdict`. An impostor has no grace
// revision, so only the current robots.txt binds it.
inline Terms terms_of(const Policy& policy, const Site& site,
                      const Request& request, const Verdict& verdict) {
    Terms terms{verdict.group, nullptr, nullptr};
    if (verdict.group == nullptr || request.served == nullptr ||
        request.identity == Identity::impostor) {
        return terms;
    }
    const std::chrono::seconds grace =
        verdict.group->enforcement->grace_period();
    if (grace.count() == 0) {
        return terms;
    }
    terms.grace_revision = request.served->grace_revision(
        site, {site.key, verdict.crawler, request.identity}, request.address,
        grace);
    if (terms.grace_revision != nullptr) {
        terms.grace_group = terms.grace_revision->groups.select(
            verdict.crawler, policy.crawlers());
    }
    return terms;
}

// Whether robots.txt binds a sender. `group` is the sender's group; nullptr if
// no group applies. The group "*" does not bind libraries and clients.
inline bool is_bound(const Sighting& crawler, const Group* group) {
    return !is_no_crawler(crawler.category) ||
           (group != nullptr && group->name != "*");
}

// Whether the violation `unverifiable` applies to a sender. `group` is the
// group whose rules bind the sender; nullptr if no group does. A crawler that
// "*" does not choose (Sighting::obeys_star) fetches what somebody has
// configured it to fetch. So it must prove who it is only if a group binds it.
inline bool must_be_proven(const Sighting& crawler, const Group* group) {
    return group != nullptr || crawler.obeys_star();
}

// Returns the group whose rules bind a sender; nullptr if no group does.
inline const Group* binding_group(const Groups& groups, const Sighting& crawler,
                                  const Crawlers& crawlers) {
    const Group* group = groups.select(crawler, crawlers);
    return is_bound(crawler, group) ? group : nullptr;
}

}  // namespace robots
