// The body of a template, a site or the default: all keys that decide what is
// served and enforced. A body may build on a template.

#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "policy/base/shared.hpp"
#include "policy/loader/entries/body_values.hpp"
#include "policy/loader/entries/budget_entries.hpp"
#include "policy/loader/entries/group_entries.hpp"
#include "policy/loader/entries/use_entries.hpp"
#include "policy/loader/yaml/reader.hpp"
#include "policy/site/policy.hpp"
#include "policy/site/x_robots_tag.hpp"

namespace robots::loader {

// A key and its place.
struct Said {
    std::string_view key;
    Place place;
};

struct SuspendEntry {
    std::optional<std::chrono::seconds> retry_after;  // none: not suspended
};

// The value of `refusal`; the template's values count for unset fields.
struct RefusalEntry : Layer {
    std::optional<std::string> text;
    std::optional<std::string> contact;
    std::optional<bool> accept_signature;
    std::optional<std::string> license_server;
    std::optional<bool> rate_limit;
    // The status and the price, while `refusal` is read; afterwards they are in
    // BodyEntry::enforce.
    EnforcementOverride terms;
};

enum class Expectation { open, closed };

using ExpectationEntry = Placed<Expectation>;

struct BodyEntry : Layer {
    Place place;
    std::optional<Text> template_name;
    bool template_varies = false;  // its name comes from a variable
    std::optional<std::vector<std::string>> comment;  // lines
    Shared<std::vector<GroupEntry>> groups;  // shared by bodies that add none
    std::optional<std::vector<Text>> sitemap;
    std::optional<std::vector<Text>> license;
    std::optional<bool> license_link;  // in all responses 2xx
    std::optional<std::vector<Text>> clean_param;
    std::optional<std::vector<OtherLine>> lines;
    std::optional<bool> keep_order;  // of groups and rules, as written
    std::optional<RobotsTxtEntry> robots_txt;
    std::optional<SuspendEntry> suspend;
    std::optional<std::chrono::seconds> max_age;
    std::optional<std::vector<XRobotsTag>> x_robots_tags;
    std::optional<Placed<std::vector<UsageOfPath>>> usage;
    std::optional<Dialects> usage_as;
    RefusalEntry refusal;
    Shared<std::vector<BudgetEntry>> budgets;
    EnforcementOverride enforce;
    std::optional<ExpectationEntry> expect;
    lint::CodeSet ignored;  // warnings

    // Returns the dialects in which `usage` is published; none without `usage`.
    Dialects dialects() const;

    // Keys that add lines to a robots.txt; not allowed with a verbatim one.
    std::vector<Said> composed;
    // Whether the body has any key but `template` and `expect`, or undoes
    // `expect`.
    bool says_something = false;
};

// Returns the names of all keys of a body.
std::vector<std::string_view> body_keys();

// Keys that a map has in addition to those of a body. read() gets a key and its
// value, and returns false if the key is not one of them. Errors suggest
// `names`.
struct OwnKeys {
    std::function<bool(const YamlNode& key, const YamlNode& value)> read;
    std::vector<std::string_view> names;
};

// Reads a map of a body's keys. Errors call the map `owner` ("a site").
void read_body(const Reader& reader, const Value& value, std::string_view owner,
               BodyEntry& body, const OwnKeys& own = {});

// Returns the body `own` with all that it inherits from the template `base`: a
// key that `own` lacks comes from `base`, and some keys combine both values.
BodyEntry merge_bodies(const BodyEntry& base, const BodyEntry& own);

// Reports an error if a merged body has keys that cannot be combined with its
// `robots_txt`. With a file, a text or `none`, these are all keys that add
// lines to a robots.txt; with `pass`, all of these but `groups`.
void check_robots_txt(const BodyEntry& body, Findings& findings);

}  // namespace robots::loader
