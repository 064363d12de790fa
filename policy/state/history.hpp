// Keeps earlier robots.txt files of sites, as long as crawlers may follow them.
//
// A crawler may follow a robots.txt for a day after it fetched it (RFC 9309
// 2.4). With `grace`, a new revision binds a crawler when the crawler has
// fetched the new revision, or when the grace has passed since the new revision
// came into effect. Until then the crawler may follow the revision that it was
// last served.

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

// A robots.txt that was replaced at `until`. Times are on a clock that all
// processes share and nobody can set.
struct PastRevision {
    std::shared_ptr<const Robots> robots;
    RevisionTag tag = 0;
    Milliseconds until{0};
};

// Returns the longest grace of the groups of a robots.txt. After that time,
// older revisions bind no crawler.
Milliseconds longest_grace(const Robots& robots);

// Immutable. For each site, it holds at most kMaxPast revisions: those whose
// grace had not passed when the history was made, and those of the last day. A
// suspended site has no revision: crawlers are not served its robots.txt.
class History {
  public:
    static constexpr std::size_t kMaxPast = 16;

    History() = default;

    // Makes the history for `next`, which replaces `previous` at `now`. `older`
    // must be that of `previous`. Sites with equal names are the same site.
    History(const History& older, const Policy& previous, const Policy& next,
            Milliseconds now);

    // Returns the robots.txt that a crawler may follow at `now` instead of the
    // current one; nullptr if the current one binds the crawler. `fetched` must
    // be the revision that the crawler was last served, or nullopt if the
    // crawler never asked, or another machine or a cache answered. With
    // nullopt, the crawler may follow the oldest revision that grace allows.
    const Robots* grace_revision(const Site& site,
                                 std::optional<RevisionTag> fetched,
                                 Milliseconds grace, Milliseconds now) const;

    // Whether the history has a past robots.txt of any site, or of `site`.
    bool knows_any() const { return !past_.empty(); }
    bool knows(const Site& site) const { return past_.count(site.key) != 0; }

  private:
    using Revisions = std::vector<PastRevision>;  // the newest first

    static void thin_out(Revisions& past);

    std::unordered_map<std::uint64_t, Revisions> past_;  // by Site::key
};

}  // namespace robots
