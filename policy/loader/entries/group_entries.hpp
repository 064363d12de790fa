// Reads the groups of a template or a site.

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

// One item of `groups`. At least one of `user_agents`, `categories` and
// `operators` is not empty.
struct GroupEntry : UndoableEntry {
    Place place;
    std::vector<Text> user_agents;  // product tokens, or "*"
    std::vector<Category> categories;
    std::vector<Text> operators;  // as written; names not checked yet
    std::optional<Text> inherit;
    bool replace = false;
    bool is_private = false;  // enforced, but not published
    std::vector<RuleLine> rules;
    // A merged group has rules of several bodies, in order. These are the
    // indexes in `rules` at which the rules of the second and each later body
    // start. Example: {2} if the first two rules are of a template, and the
    // others of a site.
    std::vector<std::size_t> layers;
    std::optional<Placed<Milliseconds>> crawl_delay;
    std::optional<Placed<std::vector<RequestRate>>> request_rates;
    std::optional<Placed<std::vector<DayWindow>>> visit_times;
    std::optional<std::vector<std::string>> comment;  // lines
    std::optional<std::vector<Text>> license;
    std::vector<ContentSignalLine> content_signal;
    std::optional<std::vector<ContentUsageLine>> content_usage;
    Place use_at;  // of the first key like content_signal
    EnforcementOverride enforce;
    lint::CodeSet ignored;  // codes of warnings

    bool names_anybody() const {
        return !user_agents.empty() || !categories.empty() ||
               !operators.empty();
    }
};

std::vector<std::string_view> group_keys();

// Merges the group `own` of a body into `base`, a group of its template for the
// same crawlers.
void lay_over(GroupEntry& base, const GroupEntry& own);
// Removes from `base` the values of the keys that are `null` in `own`. Changes
// no other values.
void undo(GroupEntry& base, const GroupEntry& own);

// Reads a `groups` list. Reports an error for each group without a valid token,
// category or operator, and leaves the group out.
std::vector<GroupEntry> read_group_entries(const Reader& reader,
                                           const Value& value);

// Reads one product token or "*", or a list of them, without duplicates.
// Reports invalid tokens as errors, and leaves them out.
std::vector<Text> read_product_tokens(const Reader& reader, const Value& value);

// Removes the user agents of each group with `replace` from all groups before
// it. A private group affects only private groups, and a published group
// affects only published groups.
void replace_in_front(std::vector<GroupEntry>& groups);

// Merges the groups `own` of a body into the groups `base` of a template, and
// returns the result. If both have a group for the same crawlers, the rules of
// the body's group are added to the rules of the template's group, and other
// values of the body's group replace those of the template's group. With
// `replace`, the body's group replaces the template's group. The body's groups
// for other crawlers are appended.
std::vector<GroupEntry> merge_group_entries(std::vector<GroupEntry> base,
                                            const std::vector<GroupEntry>& own);

}  // namespace robots::loader
