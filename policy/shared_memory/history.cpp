#include "policy/shared_memory/history.hpp"

#include <algorithm>
#include <iterator>

namespace robots {

Milliseconds longest_grace(const Robots& robots) {
    std::chrono::seconds longest{0};
    for (const auto& group : robots.groups.all()) {
        longest = std::max(longest, group->enforcement->grace_period());
    }
    return longest;
}

namespace {

// The minimum time for which a past revision is kept, even without `grace`: a
// later reload may set `grace`, which then needs the revision.
constexpr Milliseconds kLeastKept = std::chrono::hours{24};

// Returns whether `grace` has passed between `since` and `now`. If the clock
// went backwards after `since`, the elapsed time is unknown, and the result is
// true.
bool has_passed(Milliseconds grace, Milliseconds since, Milliseconds now) {
    return now < since || now - since >= grace;
}

std::unordered_map<std::uint64_t, const Site*> by_key(const Policy& policy) {
    std::unordered_map<std::uint64_t, const Site*> out;
    out.reserve(policy.sites().size());
    for (const Site& site : policy.sites()) {
        out.emplace(site.key, &site);
    }
    return out;
}

}  // namespace

// Drops revisions from the middle until kMaxPast are left. So the oldest
// revision is kept for the crawlers that were last served it. If a crawler was
// last served a revision that is dropped, it is allowed to follow the oldest
// revision instead.
void History::thin_out(Revisions& past) {
    while (past.size() > kMaxPast) {
        const auto dropped = past.begin() + kMaxPast / 2;
        std::next(dropped)->until = dropped->until;
        past.erase(dropped);
    }
}

History::History(const History& older, const Policy& previous,
                 const Policy& next, Milliseconds now) {
    const auto before = by_key(previous);
    for (const Site& site : next.sites()) {
        const Milliseconds kept =
            std::max(longest_grace(*site.robots), kLeastKept);
        Revisions past;
        const auto was = before.find(site.key);
        if (was != before.end() && !was->second->robots->settings->suspend &&
            was->second->robots->revision != site.robots->revision) {
            const auto& robots = was->second->robots;
            past.push_back(
                {robots, revision_tag(robots->revision.text()), now});
        }
        if (const auto it = older.past_.find(site.key);
            it != older.past_.end()) {
            past.insert(past.end(), it->second.begin(), it->second.end());
        }
        const auto expired = std::find_if(
            past.begin(), past.end(), [&](const PastRevision& revision) {
                return has_passed(kept, revision.until, now);
            });
        past.erase(expired, past.end());
        thin_out(past);
        if (!past.empty()) {
            past_.emplace(site.key, std::move(past));
        }
    }
}

const Robots* History::grace_revision(const Site& site,
                                      std::optional<RevisionTag> fetched,
                                      Milliseconds grace,
                                      Milliseconds now) const {
    const auto it = past_.find(site.key);
    if (it == past_.end() ||
        fetched == revision_tag(site.robots->revision.text())) {
        return nullptr;
    }
    const Robots* binding = nullptr;
    for (const PastRevision& past : it->second) {
        // The next newer revision came into effect at `past.until`.
        if (has_passed(grace, past.until, now)) {
            return binding;
        }
        binding = past.robots.get();
        if (fetched == past.tag) {
            return binding;
        }
    }
    return binding;
}

}  // namespace robots
