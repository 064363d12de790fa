#include "policy/robots_txt/published_form.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "policy/base/percent_encoding.hpp"
#include "policy/robots_txt/token_parts.hpp"

namespace robots {

namespace {

// Normalises the paths. Leaves a path as it is if a second normalisation would
// change it once more: `/%4%31` to `/%41`, and then to `/A`.
void put_in_normal_form(std::vector<RuleLine>& rules) {
    for (RuleLine& rule : rules) {
        if (may_need_normalising(rule.path)) {
            std::string normal = normalise_percent_encoding(rule.path);
            if (normalise_percent_encoding(normal) == normal) {
                rule.path = std::move(normal);
            }
        }
    }
}

void put_longest_first(std::vector<RuleLine>& rules) {
    std::stable_sort(rules.begin(), rules.end(),
                     [](const RuleLine& a, const RuleLine& b) {
                         return a.path.size() != b.path.size()
                                    ? a.path.size() > b.path.size()
                                    : a.allow && !b.allow;
                     });
}

// Sorts groups by their tokens: a group with "Googlebot-Image" comes before a
// group with "Googlebot", which is a part of the longer token. If several
// groups can come next, takes the first of them in the document.
class Queue {
  public:
    explicit Queue(const std::vector<RobotsGroup>& groups)
        : frees_(groups.size()), waits_for_(groups.size()) {
        TokenParts parts;
        for (std::size_t i = 0; i < groups.size(); ++i) {
            for (const std::string& token : groups[i].user_agents) {
                parts.add(token, i);
            }
        }
        for (std::size_t i = 0; i < groups.size(); ++i) {
            for (const std::string& token : groups[i].user_agents) {
                for (const std::size_t part : parts.of(token)) {
                    put_before(i, part);
                }
            }
        }
    }

    // Returns the indexes of the groups in their new order.
    std::vector<std::size_t> order() {
        std::set<std::size_t> left;
        std::set<std::size_t> ready;
        for (std::size_t i = 0; i < frees_.size(); ++i) {
            left.insert(i);
            if (waits_for_[i] == 0) {
                ready.insert(i);
            }
        }
        std::vector<std::size_t> out;
        while (!left.empty()) {
            // If all remaining groups wait for each other, take the first.
            const std::size_t next =
                ready.empty() ? *left.begin() : *ready.begin();
            ready.erase(next);
            left.erase(next);
            out.push_back(next);
            for (const std::size_t freed : frees_[next]) {
                if (--waits_for_[freed] == 0 && left.count(freed) > 0) {
                    ready.insert(freed);
                }
            }
        }
        return out;
    }

  private:
    void put_before(std::size_t first, std::size_t later) {
        if (first != later && frees_[first].insert(later).second) {
            ++waits_for_[later];
        }
    }

    // For each group: the groups that must come after the group, and how many
    // groups must still come before the group.
    std::vector<std::set<std::size_t>> frees_;
    std::vector<std::size_t> waits_for_;
};

void put_groups_in_order(std::vector<RobotsGroup>& groups) {
    if (groups.size() < 2) {
        return;
    }
    const auto everybody = std::stable_partition(
        groups.begin(), groups.end(),
        [](const RobotsGroup& group) { return !names(group, "*"); });
    std::vector<RobotsGroup> last(std::make_move_iterator(everybody),
                                  std::make_move_iterator(groups.end()));
    groups.erase(everybody, groups.end());
    std::vector<RobotsGroup> out;
    out.reserve(groups.size() + last.size());
    for (const std::size_t i : Queue(groups).order()) {
        out.push_back(std::move(groups[i]));
    }
    std::move(last.begin(), last.end(), std::back_inserter(out));
    groups = std::move(out);
}

}  // namespace

RobotsTxt published_form(RobotsTxt document, Order order) {
    for (RobotsGroup& group : document.groups) {
        put_in_normal_form(group.rules);
        if (order == Order::for_first_match) {
            put_longest_first(group.rules);
        }
    }
    if (order == Order::for_first_match) {
        put_groups_in_order(document.groups);
    }
    return document;
}

}  // namespace robots
