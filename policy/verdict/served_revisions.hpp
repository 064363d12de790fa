// What a crawler was last served, where that still binds it.

#ifndef ROBOTS_POLICY_VERDICT_SERVED_REVISIONS_HPP
#define ROBOTS_POLICY_VERDICT_SERVED_REVISIONS_HPP

#include "policy/robots_txt/rate.hpp"
#include "policy/site/policy.hpp"
#include "policy/verdict/budget_key.hpp"

namespace robots {

// A crawler may go by a robots.txt for a day after it fetched it (RFC 9309
// 2.4). Kept in shared memory in nginx; robotsctl knows of no fetches.
class ServedRevisions {
  public:
    virtual ~ServedRevisions() = default;

    // The grace revision: the robots.txt that `crawler`, which comes from
    // `address`, may still go by instead of the site's current one. nullptr: it
    // has none, and the current one binds it.
    virtual const Robots* grace_revision(const Site& site,
                                         const Visitor& crawler,
                                         std::string_view address,
                                         Milliseconds grace) const noexcept = 0;
};

}  // namespace robots

#endif
