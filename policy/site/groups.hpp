// Which group binds a crawler (RFC 9309 2.2.1).

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/base/array_view.hpp"
#include "policy/base/shared.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/matching/rule_set.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "policy/site/body.hpp"
#include "policy/site/enforcement.hpp"

namespace robots {

// How fast a group's crawlers may come, and when.
struct Pace {
    std::optional<Milliseconds> crawl_delay;
    std::vector<RequestRate>
        request_rates;                   // all bind; kMaxRequestRates at most
    std::size_t rates_not_enforced = 0;  // that were written beyond these
    std::vector<DayWindow> visit_times;  // any of them will do
    PacePlaces places;
};

// What binds one crawler: all groups that name it, merged. The longest of
// their crawl-delays counts.
struct Group {
    std::string name;         // the token that selects it, or "*"
    std::uint64_t key = 0;    // of the name, as token_key (product_token.hpp)
    bool is_private = false;  // robots.txt has other lines for this token
    RuleSet rules;
    Shared<Pace> pace;
    Shared<Enforcement> enforcement;
    // Those of its own that a refusal can name (RSL 1.0, 4.4).
    std::vector<Body> licenses;
};

// Whether a group has lines that requests can break in that way.
bool has_lines(const Group& group, Violation violation);

// What several robots.txt have in common, such as the groups of a template's
// hundred crawlers, each kept once. Needed only while they are compiled.
struct GroupPool {
    SharedPool<std::shared_ptr<const Group>> groups;
    SharedPool<RuleSet> rules;  // of groups that differ in something else
};

// The groups of one robots.txt, compiled. Immutable; copies share them.
class Groups {
  public:
    Groups() = default;

    // The octets of memory that the rules of all merged groups may take
    // together. Crawlers that share many lines, and of which each has a group
    // of its own besides, would multiply them: 1,000 crawlers with 400 rules in
    // common come to 400,000. What nobody shares fits: 500 KiB of rules with
    // short texts between "*" take 20 MiB.
    static constexpr std::size_t kMostMerged = std::size_t{32} * 1024 * 1024;

    // enforcement[i] is that of document.groups[i]; if groups merge, the last
    // one's counts. A group that is in `pool` is shared and not compiled again.
    // If they would take more than kMostMerged octets, there are none, and
    // too_large() is true.
    Groups(const RobotsTxt& document,
           const std::vector<Shared<Enforcement>>& enforcement,
           GroupPool* pool = nullptr);

    bool too_large() const { return too_large_; }

    // The same groups, of which all()[i] has the enforcement each[i]. They
    // share these groups' rules and paces.
    Groups with(const std::vector<Shared<Enforcement>>& each) const;

    // The same groups, with `level` laid over the enforcement of each.
    Groups enforced(const EnforcementOverride& level) const;

    // The group that names `token` (case-insensitively, or "*"), or nullptr.
    const Group* named(std::string_view token) const;

    // The group that binds a crawler: the one that names it; else the one that
    // names what it falls back to; else "*", unless the crawler documents that
    // it ignores "*". nullptr: no group, all is allowed.
    const Group* select(const Sighting& sighting,
                        const Crawlers& crawlers) const;

    // Every distinct group, in the order of the document's first mention.
    ArrayView<std::shared_ptr<const Group>> all() const {
        return {groups_.get(), size_};
    }

  private:
    // Group::key, which stands for the name in comparisons.
    struct Key {
        std::uint64_t key;
        std::uint32_t group;
    };

    const Group* keyed(std::uint64_t key) const;
    void make_findable();
    void sort_keys();
    const Group* through_fallbacks(const Crawler& first,
                                   const Crawlers& crawlers) const;

    std::shared_ptr<std::shared_ptr<const Group>[]> groups_;
    std::shared_ptr<Key[]> keys_;  // sorted; none for one group at most
    std::uint32_t size_ = 0;
    bool too_large_ = false;
    const Group* everyones_ = nullptr;  // "*"
};

}  // namespace robots
