// The groups of a template or a site, as they are written.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "policy/crawlers/category.hpp"
#include "policy/lint/codes.hpp"
#include "policy/loader/entries/path_rules.hpp"
#include "policy/loader/entries/rows.hpp"
#include "policy/loader/yaml/reader.hpp"
#include "policy/robots_txt/content_preferences.hpp"
#include "policy/robots_txt/request_rate.hpp"
#include "policy/robots_txt/robots_txt.hpp"
#include "policy/site/enforcement.hpp"

namespace robots::loader {

// One of `user_agents`, `categories` and `operators` is not empty.
struct GroupEntry : Layer {
    Place place;
    std::vector<Text> user_agents;  // product tokens, or "*"
    std::vector<Category> categories;
    std::vector<Text> operators;  // as written, which the catalogue may lack
    std::optional<Text> inherit;
    bool replace = false;
    bool is_private = false;  // enforced, but not published
    std::vector<RuleLine> rules;
    // Indexes into `rules`: where the rules of each body start that is laid
    // over another one. Of a template with two rules and a site with one: {2}.
    std::vector<std::size_t> layers;
    std::optional<Placed<Milliseconds>> crawl_delay;
    std::optional<Placed<std::vector<RequestRate>>> request_rates;
    std::optional<Placed<std::vector<DayWindow>>> visit_times;
    std::optional<std::vector<std::string>> comment;  // lines
    std::optional<std::vector<Text>> license;
    std::vector<ContentSignalLine> content_signal;
    std::optional<std::vector<ContentUsageLine>> content_usage;
    Place use_at;  // of the first of the last two
    EnforcementOverride enforce;
    lint::CodeSet ignored;  // warnings

    bool names_anybody() const {
        return !user_agents.empty() || !categories.empty() ||
               !operators.empty();
    }
};

std::vector<std::string_view> group_keys();

// Lays what `own` says over `base`, the group of a template for the same
// crawlers.
void lay_over(GroupEntry& base, const GroupEntry& own);

// The groups of a `groups` list. Groups that name no crawler are errors and
// left out.
std::vector<GroupEntry> read_group_entries(const Reader& reader,
                                           const Value& value);

// One product token or "*", or a list of them, each once. Invalid ones are
// errors and left out.
std::vector<Text> read_product_tokens(const Reader& reader, const Value& value);

// A group with `replace` removes its crawlers from the groups in front of it
// that are as private as it is.
void replace_in_front(std::vector<GroupEntry>& groups);

// The groups `base` of a template, with those of a body that builds on it laid
// over them. A group for the same crawlers adds its rules and overrides other
// keys, or replaces what the template says of them; other groups follow.
std::vector<GroupEntry> merge_group_entries(std::vector<GroupEntry> base,
                                            const std::vector<GroupEntry>& own);

}  // namespace robots::loader
