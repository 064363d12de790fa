// Finds the group that binds a crawler: the group with the rules that the
// crawler must follow (RFC 9309 2.2.1).

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

// How often, and at which times, a group's crawlers may send requests.
struct Pace {
    std::optional<Milliseconds> crawl_delay;
    std::vector<RequestRate>
        request_rates;                   // all apply; at most kMaxRequestRates
    std::size_t rates_not_enforced = 0;  // how many more rates were written
    std::vector<DayWindow> visit_times;  // one must be open; empty: any time
    PacePlaces places;
};

// The group that binds one crawler. All groups of the robots.txt that apply to
// the crawler are merged into this Group. The longest of their crawl-delays
// counts.
struct Group {
    std::string name;         // the token that selects the group, or "*"
    std::uint64_t key = 0;    // token_key(name) (product_token.hpp)
    bool is_private = false;  // the group is enforced, but not published
    RuleSet rules;
    Shared<Pace> pace;
    Shared<Enforcement> enforcement;
    // The licences of the group (RSL 1.0, 4.4), at most kMaxLicenseLinks.
    std::vector<Body> licenses;
};

// Whether the group has lines that are broken by a request with `violation`.
// For `crawl_delay`: whether the group has a crawl-delay. Returns false for
// violations that do not depend on lines of a group.
bool has_lines(const Group& group, Violation violation);

// Stores equal groups and rules of several robots.txt files once, for example
// the groups of a template for a hundred crawlers. Needed only while robots.txt
// files are compiled.
struct GroupPool {
    SharedPool<std::shared_ptr<const Group>> groups;
    SharedPool<RuleSet> rules;  // shared by groups that differ in other fields
};

// The groups of one robots.txt, compiled. Immutable; copies share the groups.
class Groups {
  public:
    Groups() = default;

    // The maximum memory in octets for the rules of all merged groups together.
    // Merging multiplies lines that many crawlers share if each crawler also
    // has its own group: 1,000 crawlers with 400 rules in common give 400,000
    // rules. If no rule is copied, the rules always fit: 500 KiB of rules take
    // at most 20 MiB. The worst case is rules with short texts between "*".
    static constexpr std::size_t kMostMerged = std::size_t{32} * 1024 * 1024;

    // enforcement[i] is for document.groups[i]; if groups are merged, the
    // enforcement of the last group counts. A group that is already in `pool`
    // is shared, not compiled again. If the groups would take more than
    // kMostMerged octets, the object has no groups, and too_large() is true.
    Groups(const RobotsTxt& document,
           const std::vector<Shared<Enforcement>>& enforcement,
           GroupPool* pool = nullptr);

    bool too_large() const { return too_large_; }

    // Returns a copy in which all()[i] has the enforcement each[i]. The copy
    // shares the rules and paces with this object.
    Groups with(const std::vector<Shared<Enforcement>>& each) const;

    // Returns a copy in which `level` overrides the enforcement of all groups.
    Groups enforced(const EnforcementOverride& level) const;

    // Returns the group of `token`, which may be "*", or nullptr. Ignores case.
    const Group* named(std::string_view token) const;

    // Returns the group that binds the crawler of `sighting`: the group with
    // its token; else the group with a token to which the crawler falls back;
    // else "*", unless the operator documents that the crawler ignores "*".
    // Returns nullptr if no group binds the crawler, which means that
    // everything is allowed.
    const Group* select(const Sighting& sighting,
                        const Crawlers& crawlers) const;

    // Returns one group for each token, in the order in which the tokens first
    // appear in the document.
    ArrayView<std::shared_ptr<const Group>> all() const {
        return {groups_.get(), size_};
    }

  private:
    // An entry of keys_, the index of the groups by Group::key.
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
    std::shared_ptr<Key[]> keys_;  // sorted; nullptr for fewer than two groups
    std::uint32_t size_ = 0;
    bool too_large_ = false;
    const Group* everyones_ = nullptr;  // the group of "*"
};

}  // namespace robots
