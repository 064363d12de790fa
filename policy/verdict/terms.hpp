// What a crawler is held to: one robots.txt, or two while a new one is young.
//
// A crawler may go by an older, more lenient robots.txt that it was served (RFC
// 9309 2.4). Until it knows the new one, both count, and the more lenient of
// the two decides about each thing.

#ifndef ROBOTS_POLICY_VERDICT_TERMS_HPP
#define ROBOTS_POLICY_VERDICT_TERMS_HPP

#include <algorithm>
#include <chrono>

#include "policy/base/time.hpp"
#include "policy/site/groups.hpp"
#include "policy/site/policy.hpp"
#include "policy/verdict/judge.hpp"
#include "policy/verdict/served_revisions.hpp"

namespace robots {

// False where the crawler's operator documents that it passes over the
// directive.
inline bool supports(const Sighting& crawler, Violation violation) {
    const Crawler* entry = crawler.crawler;
    if (entry == nullptr) {
        return true;
    }
    switch (violation) {
        case Violation::none:
        case Violation::disallow:
        case Violation::impostor:
            break;
        case Violation::crawl_delay:
            return entry->crawl_delay != Obeys::no;
        case Violation::request_rate:
            return entry->request_rate != Obeys::no;
        case Violation::visit_time:
            return entry->visit_time != Obeys::no;
    }
    return true;
}

inline Milliseconds crawl_delay_of(const Group& group) {
    return group.pace->crawl_delay.value_or(Milliseconds{0});
}

inline Milliseconds longest_interval_of(const Group& group) {
    Milliseconds longest{0};
    for (const RequestRate& rate : group.pace->request_rates) {
        longest = std::max(longest, rate.budget().interval);
    }
    return longest;
}

// What a crawler is held to: its group in the current robots.txt and, where it
// may still go by an older one, its group there. A nullptr group closes nothing
// and asks for nothing.
struct Terms {
    const Group* current = nullptr;
    const Robots* held = nullptr;  // nullptr: the current one alone binds
    const Group* held_group = nullptr;

    // The one of both groups that asks for less.
    const Group* lenient(Milliseconds (*asked)(const Group&)) const {
        if (held == nullptr) {
            return current;
        }
        if (current == nullptr || held_group == nullptr) {
            return nullptr;
        }
        return asked(*held_group) < asked(*current) ? held_group : current;
    }
};

// An impostor has been promised nothing.
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
    terms.held = request.served->held(
        site, {site.key, verdict.crawler, request.identity}, request.address,
        grace);
    if (terms.held != nullptr) {
        terms.held_group =
            terms.held->groups.select(verdict.crawler, policy.crawlers());
    }
    return terms;
}

}  // namespace robots

#endif
