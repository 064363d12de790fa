// Keeps the earlier revisions of each site's robots.txt as long as crawlers may
// follow them. A revision is one version of the file.
//
// A crawler may follow a robots.txt for a day after it has fetched the file
// (RFC 9309 2.4). With the setting `grace`, a new revision binds a crawler as
// soon as the crawler has fetched the new revision, or `grace` has passed since
// the new revision came into effect. Until then, the crawler may follow the
// revision that it was last served.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "policy/robots_txt/rate.hpp"
#include "policy/shared_memory/fetch_table.hpp"
#include "policy/site/policy.hpp"

namespace robots {

// A revision that was replaced at `until`. `until` is on a clock that all
// processes share and that nobody can set.
struct PastRevision {
    std::shared_ptr<const Robots> robots;
    RevisionTag tag = 0;
    Milliseconds until{0};
};

// Returns the longest `grace` of all groups of `robots`. Revisions that were
// replaced longer ago than this bind no crawler.
Milliseconds longest_grace(const Robots& robots);

// The past revisions of all sites; immutable. A site has at most kMaxPast
// revisions: those of the last day, and those that crawlers with a `grace`
// could still follow when the history was made. The robots.txt of a suspended
// site does not become a past revision, because crawlers are not served this
// file.
class History {
  public:
    static constexpr std::size_t kMaxPast = 16;

    History() = default;

    // Makes the history for the policy `next`, which replaces the policy
    // `previous` at `now`. `older` must be the history for `previous`. Sites
    // with equal names are the same site.
    History(const History& older, const Policy& previous, const Policy& next,
            Milliseconds now);

    // Returns the past revision that a crawler may follow at `now`; nullptr if
    // the current revision binds the crawler. `fetched` must be the revision
    // that the crawler was last served. It must be nullopt if this is unknown:
    // the crawler never asked, or another machine or a cache answered. With
    // nullopt, the crawler may follow the oldest revision that `grace` allows.
    const Robots* grace_revision(const Site& site,
                                 std::optional<RevisionTag> fetched,
                                 Milliseconds grace, Milliseconds now) const;

    // knows_any() returns whether the history has a past revision of any site,
    // knows() whether it has a past revision of `site`.
    bool knows_any() const { return !past_.empty(); }
    bool knows(const Site& site) const { return past_.count(site.key) != 0; }

  private:
    using Revisions = std::vector<PastRevision>;  // the newest first

    static void thin_out(Revisions& past);

    std::unordered_map<std::uint64_t, Revisions> past_;  // by Site::key
};

}  // namespace robots
