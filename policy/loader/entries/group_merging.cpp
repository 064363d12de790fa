#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "policy/base/ascii.hpp"
#include "policy/loader/entries/assign.hpp"
#include "policy/loader/entries/group_entries.hpp"

namespace robots::loader {

namespace {

// What makes two groups be for the same crawlers.
using Subject = std::tuple<std::set<std::string>, std::set<Category>,
                           std::set<std::string>>;

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
            folded(group.operators)};
}

// assign(), with the place.
template <class T>
void assign_at(std::optional<T>& to, Place& place, const std::optional<T>& from,
               const Place& from_place) {
    if (from) {
        to = from;
        place = from_place;
    }
}

void overlay(const GroupEntry& own, GroupEntry& group) {
    group.layers.push_back(group.rules.size());
    group.rules.insert(group.rules.end(), own.rules.begin(), own.rules.end());
    assign(group.inherit, own.inherit);
    assign_at(group.crawl_delay, group.pace_places.crawl_delay, own.crawl_delay,
              own.pace_places.crawl_delay);
    assign_at(group.request_rates, group.pace_places.request_rates,
              own.request_rates, own.pace_places.request_rates);
    assign_at(group.visit_times, group.pace_places.visit_times, own.visit_times,
              own.pace_places.visit_times);
    assign(group.content_usage, own.content_usage);
    assign(group.comment, own.comment);
    for (std::size_t i = 0; i < kContentSignals.size(); ++i) {
        assign(group.content_signal[i], own.content_signal[i]);
    }
    group.enforce = own.enforce.on_top_of(group.enforce);
    group.ignored |= own.ignored;
}

using Tokens = std::set<std::string>;  // folded

void add_replaced(const GroupEntry& group, Tokens& replaced) {
    if (group.replace) {
        replaced.merge(std::get<0>(subject(group)));
    }
}

void take_out(const Tokens& replaced, GroupEntry& group) {
    if (replaced.empty()) {
        return;
    }
    auto& tokens = group.user_agents;
    tokens.erase(std::remove_if(tokens.begin(), tokens.end(),
                                [&replaced](const Text& token) {
                                    return replaced.count(fold(token.value)) !=
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

// Takes what `own` replaces out of a template's groups. A group for the same
// crawlers stays, for the other to take its place.
void replace_in_template(const std::vector<GroupEntry>& own,
                         std::vector<GroupEntry>& base) {
    Tokens replaced;
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

}  // namespace

void replace_in_front(std::vector<GroupEntry>& groups) {
    Tokens replaced;
    for (auto group = groups.rbegin(); group != groups.rend(); ++group) {
        take_out(replaced, *group);
        add_replaced(*group, replaced);
    }
    drop_groups_for_nobody(groups);
}

std::vector<GroupEntry> merge_group_entries(
    std::vector<GroupEntry> base, const std::vector<GroupEntry>& own) {
    replace_in_template(own, base);
    std::map<Subject, std::size_t> template_groups;
    for (std::size_t i = 0; i < base.size(); ++i) {
        template_groups[subject(base[i])] = i;
    }
    for (const GroupEntry& group : own) {
        const auto it = template_groups.find(subject(group));
        if (it == template_groups.end()) {
            base.push_back(group);
        } else if (group.replace) {
            base[it->second] = group;
        } else {
            overlay(group, base[it->second]);
        }
    }
    return base;
}

}  // namespace robots::loader
