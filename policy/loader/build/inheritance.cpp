#include "policy/loader/build/inheritance.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/robots_txt/mentions.hpp"

namespace robots::loader {

namespace {

template <class Item>
void add_all_to(std::vector<Item>& to, const std::vector<Item>& from) {
    to.insert(to.end(), from.begin(), from.end());
}

class Inheritance {
  public:
    Inheritance(const GroupEntries& entries, std::vector<RobotsGroup>& groups,
                Findings& findings)
        : entries_(entries),
          groups_(groups),
          findings_(findings),
          state_(groups.size(), State::open),
          has_private_(!groups.empty() && groups.back().is_private) {
        const bool some = std::any_of(
            entries.begin(), entries.end(),
            [](const GroupEntry* entry) { return entry->inherit.has_value(); });
        for (std::size_t i = 0; some && i < groups.size(); ++i) {
            for (const std::string& token : groups[i].user_agents) {
                if (!groups[i].is_private) {
                    by_token_[fold(token)].push_back(i);
                }
            }
        }
    }

    bool run() {
        bool fine = true;
        for (std::size_t i = 0; i < groups_.size() && !too_large_; ++i) {
            fine = settle(i) && fine;
        }
        return fine;
    }

  private:
    enum class State { open, busy, settled, failed };

    // Settles group `first`, after all groups from which it inherits. A settled
    // group has all its inherited rules. Uses a stack instead of recursion,
    // because a chain may have as many groups as the document.
    bool settle(std::size_t first) {
        std::vector<std::size_t> pending{first};
        while (!pending.empty()) {
            const std::size_t at = pending.back();
            if (state_[at] == State::settled || state_[at] == State::failed) {
                pending.pop_back();
                continue;
            }
            const bool fine = step(at, pending);
            if (!fine) {
                for (const std::size_t failed : pending) {
                    state_[failed] = State::failed;
                }
                return false;
            }
        }
        return state_[first] == State::settled;
    }

    // One step of settle(). If all groups from which `at` inherits are settled,
    // adds their rules to `at`. Otherwise, pushes the groups that are not
    // settled to `pending`.
    bool step(std::size_t at, std::vector<std::size_t>& pending) {
        if (!entries_[at]->inherit) {
            state_[at] = State::settled;
            return account(at, {});
        }
        const Text& from = *entries_[at]->inherit;
        const auto it = by_token_.find(fold(from.value));
        if (it == by_token_.end()) {
            findings_.error(from.place, "unknown-group",
                            "unknown group " + cited(from.value) +
                                " in `inherit`; write the `user_agent` of a " +
                                (has_private_ ? "published " : "") +
                                "group of the same list");
            return false;
        }
        bool ready = true;
        for (const std::size_t source : it->second) {
            if (source == at || (state_[source] == State::busy)) {
                findings_.error(from.place, "inherit-cycle",
                                "this group inherits from itself, directly or "
                                "through others; remove one `inherit`");
                return false;
            }
            if (state_[source] == State::failed) {
                return false;
            }
            if (state_[source] == State::open) {
                pending.push_back(source);
                ready = false;
            }
        }
        state_[at] = ready ? State::settled : State::busy;
        if (!ready) {
            return true;
        }
        if (!account(at, it->second)) {
            return false;
        }
        take_over(at, it->second);
        return true;
    }

    void take_over(std::size_t at, const std::vector<std::size_t>& sources) {
        RobotsGroup& group = groups_[at];
        RobotsGroup base;
        for (const std::size_t source : sources) {
            add_all_to(base.rules, groups_[source].rules);
            add_pace(base, groups_[source]);
        }
        add_all_to(base.rules, group.rules);
        group.rules = std::move(base.rules);
        if (!group.crawl_delay) {
            group.crawl_delay = base.crawl_delay;
            group.pace_places.crawl_delay = base.pace_places.crawl_delay;
        }
        if (!entries_[at]->request_rates) {
            group.request_rates = std::move(base.request_rates);
            group.pace_places.request_rates = base.pace_places.request_rates;
        }
        if (!entries_[at]->visit_times) {
            group.visit_times = std::move(base.visit_times);
            group.pace_places.visit_times = base.pace_places.visit_times;
        }
    }

    // Returns the minimum size in octets of the lines of `group` in a
    // robots.txt. Counts the lines of request rates only if `rates` is true,
    // and the lines of visit times only if `windows` is true.
    static std::size_t octets_of(const RobotsGroup& group, bool rates,
                                 bool windows) {
        constexpr std::string_view kRate = "Request-rate: 1/1\n";
        constexpr std::string_view kWindow = "Visit-time: 0000-2400\n";
        // Counts at least 1, so that the limit also applies to a group that
        // inherits from thousands of empty groups.
        std::size_t octets =
            group.crawl_delay ? std::string_view("Crawl-delay: 1\n").size() : 1;
        for (const RuleLine& rule : group.rules) {
            octets += rule.path.size() + std::string_view("Allow: \n").size();
        }
        octets += rates ? group.request_rates.size() * kRate.size() : 0;
        octets += windows ? group.visit_times.size() * kWindow.size() : 0;
        return octets;
    }

    // Adds the size of group `at` and of the lines that it inherits from
    // `sources` to the total. Returns false, and reports an error, if the total
    // is too large. The caller copies the lines only afterwards, because a
    // chain of groups can multiply the inherited lines.
    bool account(std::size_t at, const std::vector<std::size_t>& sources) {
        const bool is_private = groups_[at].is_private;
        std::size_t& octets = octets_[is_private ? 1 : 0];
        octets += octets_of(groups_[at], true, true);
        for (const std::size_t source : sources) {
            octets += octets_of(groups_[source], !entries_[at]->request_rates,
                                !entries_[at]->visit_times);
        }
        if (octets <= kMaxRobotsTxt) {
            return true;
        }
        too_large_ = true;
        findings_.error(
            groups_[at].place, "body-too-large",
            is_private ? "this group's rules make the private groups larger "
                         "than 500 KiB, the limit of a robots.txt; write "
                         "fewer or shorter rules"
                       : "this group's rules make robots.txt larger than 500 "
                         "KiB, and crawlers read no further; write fewer or "
                         "shorter rules");
        return false;
    }

    const GroupEntries& entries_;
    std::vector<RobotsGroup>& groups_;
    Findings& findings_;
    std::vector<State> state_;
    std::map<std::string, std::vector<std::size_t>> by_token_;
    std::array<std::size_t, 2> octets_{};  // published, private groups
    bool has_private_ = false;
    bool too_large_ = false;
};

}  // namespace

bool take_over_inherited(const GroupEntries& entries,
                         std::vector<RobotsGroup>& groups, Findings& findings) {
    return Inheritance(entries, groups, findings).run();
}

}  // namespace robots::loader
