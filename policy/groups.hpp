// Which group binds a crawler (RFC 9309 2.2.1).

#ifndef ROBOTS_POLICY_GROUPS_HPP
#define ROBOTS_POLICY_GROUPS_HPP

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "crawlers.hpp"
#include "enforcement.hpp"
#include "robots_txt.hpp"
#include "rule_set.hpp"

namespace robots {

// What one crawler is held to: all groups that name it, merged. The longest of
// their crawl-delays counts.
struct Group {
    std::string name;       // the token that selects it, or "*"
    std::uint64_t key = 0;  // of the name, as token_key (product_token.hpp)
    RuleSet rules;
    std::optional<Milliseconds> crawl_delay;
    std::vector<RequestRate> request_rates;  // all of them bind
    std::vector<DayWindow> visit_times;      // any of them will do
    PacePlaces pace;
    Enforcement enforcement;
};

// Groups that several robots.txt have in common, such as those of a template's
// hundred crawlers, each kept once. Needed only while they are compiled.
class GroupPool {
  public:
    // The group of that key, or a place for it.
    std::shared_ptr<const Group>& at(const std::string& key) {
        return groups_[key];
    }

  private:
    std::unordered_map<std::string, std::shared_ptr<const Group>> groups_;
};

// The groups of one robots.txt, compiled. Immutable.
class Groups {
  public:
    Groups() = default;

    // enforcement[i] is that of document.groups[i]; where groups merge, the
    // last one's counts. A group that `pool` has is shared and not compiled
    // again.
    Groups(const RobotsTxt& document,
           const std::vector<Enforcement>& enforcement,
           GroupPool* pool = nullptr);

    // The group that names `token` (case-insensitively, or "*"), or nullptr.
    const Group* named(std::string_view token) const;

    // The group that binds a crawler: the one that names it; else the one that
    // names what it falls back to; else "*", unless the crawler documents that
    // it ignores "*". nullptr: no group, all is allowed.
    const Group* select(const Sighting& sighting,
                        const Crawlers& crawlers) const;

    // Every distinct group, in the order of the document's first mention.
    const std::vector<std::shared_ptr<const Group>>& all() const {
        return groups_;
    }

  private:
    // Group::key, which stands for the name in comparisons.
    struct Key {
        std::uint64_t key;
        std::uint32_t group;
    };

    const Group* keyed(std::uint64_t key) const;
    const Group* through_fallbacks(const Crawler& first,
                                   const Crawlers& crawlers) const;

    std::vector<std::shared_ptr<const Group>> groups_;
    std::vector<Key> keys_;  // sorted; none where there is one group at most
    const Group* everyones_ = nullptr;  // "*"
};

}  // namespace robots

#endif
