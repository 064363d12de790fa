#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/loader/entries/group_entries.hpp"

namespace robots::loader {

namespace {

// Two groups are for the same crawlers if their subjects are equal. The
// subjects of a private and a published group are never equal.
using Subject = std::tuple<std::set<std::string>, std::set<Category>,
                           std::set<std::string>, bool>;

Subject subject(const GroupEntry& group) {
    const auto folded = [](const std::vector<Text>& texts) {
        std::set<std::string> out;
        for (const Text& text : texts) {
            out.insert(fold(text.value));
        }
        return out;
    };
    return {folded(group.user_agents),
            {group.categories.begin(), group.categories.end()},
            folded(group.operators),
            group.is_private};
}

// Folded tokens, each with a flag that is true for private groups.
using Replaced = std::set<std::pair<std::string, bool>>;

void add_replaced(const GroupEntry& group, Replaced& replaced) {
    for (const Text& token : group.user_agents) {
        if (group.replace) {
            replaced.emplace(fold(token.value), group.is_private);
        }
    }
}

void take_out(const Replaced& replaced, GroupEntry& group) {
    if (replaced.empty()) {
        return;
    }
    auto& tokens = group.user_agents;
    tokens.erase(std::remove_if(tokens.begin(), tokens.end(),
                                [&](const Text& token) {
                                    return replaced.count({fold(token.value),
                                                           group.is_private}) !=
                                           0;
                                }),
                 tokens.end());
}

void drop_groups_for_nobody(std::vector<GroupEntry>& groups) {
    groups.erase(std::remove_if(groups.begin(), groups.end(),
                                [](const GroupEntry& group) {
                                    return !group.names_anybody();
                                }),
                 groups.end());
}

// Removes the tokens that groups of `own` replace from the template's groups.
// Does not change a group of the template for exactly the same crawlers as a
// group of `own` with `replace`, because merge_group_entries() replaces it as a
// whole.
void replace_in_template(const std::vector<GroupEntry>& own,
                         std::vector<GroupEntry>& base) {
    Replaced replaced;
    std::set<Subject> whole;
    for (const GroupEntry& group : own) {
        add_replaced(group, replaced);
        if (group.replace) {
            whole.insert(subject(group));
        }
    }
    if (replaced.empty()) {
        return;
    }
    for (GroupEntry& group : base) {
        if (whole.count(subject(group)) == 0) {
            take_out(replaced, group);
        }
    }
    drop_groups_for_nobody(base);
}

// Merges `own` into the template's groups at the indexes `places`, which are
// for the same crawlers. Adds the values of `own` only to the last of these
// groups, because the groups are merged later. Removes values that are `null`
// in `own` from all of these groups.
void lay_over_all(std::vector<GroupEntry>& base,
                  const std::vector<std::size_t>& places,
                  const GroupEntry& own) {
    for (const std::size_t i : places) {
        if (i != places.back() && own.replace) {
            base[i] = GroupEntry();  // empty: is removed later
        } else if (i != places.back()) {
            undo(base[i], own);
        } else if (own.replace) {
            base[i] = own;
        } else {
            lay_over(base[i], own);
        }
    }
}

}  // namespace

void replace_in_front(std::vector<GroupEntry>& groups) {
    Replaced replaced;
    for (auto group = groups.rbegin(); group != groups.rend(); ++group) {
        take_out(replaced, *group);
        add_replaced(*group, replaced);
    }
    drop_groups_for_nobody(groups);
}

std::vector<GroupEntry> merge_group_entries(
    std::vector<GroupEntry> base, const std::vector<GroupEntry>& own) {
    replace_in_template(own, base);
    std::map<Subject, std::vector<std::size_t>> template_groups;
    for (std::size_t i = 0; i < base.size(); ++i) {
        template_groups[subject(base[i])].push_back(i);
    }
    for (const GroupEntry& group : own) {
        const auto it = template_groups.find(subject(group));
        if (it == template_groups.end()) {
            base.push_back(group);
            continue;
        }
        lay_over_all(base, it->second, group);
        // A second group of `own` for the same crawlers is appended.
        template_groups.erase(it);
    }
    drop_groups_for_nobody(base);
    return base;
}

}  // namespace robots::loader
