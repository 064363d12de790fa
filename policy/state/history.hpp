// The robots.txt that sites had before, as long as crawlers may go by them.
//
// A crawler may keep to a robots.txt for a day after it fetched it (RFC 9309
// 2.4). With `grace`, a new revision binds a crawler when it fetched that one,
// or when the grace has passed since the revision came into effect; until then
// the crawler may go by the one that it was last served.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "policy/robots_txt/rate.hpp"
#include "policy/site/policy.hpp"
#include "policy/state/fetch_table.hpp"

namespace robots {

// A robots.txt that another one took the place of. Times are of a clock that
// all processes have in common and nobody sets.
struct PastRevision {
    std::shared_ptr<const Robots> robots;
    RevisionTag tag = 0;
    Milliseconds until{0};
};

// The longest grace of a robots.txt's groups: for how long it can matter which
// one a crawler was served before.
Milliseconds longest_grace(const Robots& robots);

// Immutable. Keeps of each site that has a grace at most kMaxPast revisions,
// and none for longer than the grace after it was replaced.
class History {
  public:
    static constexpr std::size_t kMaxPast = 16;

    History() = default;

    // The history from `now` on, when `next` takes the place of `previous`,
    // whose history was `older`. Sites are the same where their names are.
    History(const History& older, const Policy& previous, const Policy& next,
            Milliseconds now);

    // The robots.txt that a crawler may go by at `now` instead of the current
    // one; nullptr: the current one binds it. `fetched` is what it was last
    // served. nullopt: that is not known, since the crawler never asked or was
    // answered by another machine or a cache. Then it may go by the oldest one
    // that the grace allows.
    const Robots* grace_revision(const Site& site,
                                 std::optional<RevisionTag> fetched,
                                 Milliseconds grace, Milliseconds now) const;

    // Whether a past robots.txt of any site is kept.
    bool knows_any() const { return !past_.empty(); }

    // Whether one of this site is.
    bool knows(const Site& site) const { return past_.count(site.key) != 0; }

  private:
    using Revisions = std::vector<PastRevision>;  // the newest first

    static void thin_out(Revisions& past);

    std::unordered_map<std::uint64_t, Revisions> past_;  // by Site::key
};

}  // namespace robots
