// The body of a site, a template or `default`: all keys that decide what is
// served and enforced. A body that has the key `template` builds on that
// template.

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

// A key that is written in a body, and its place.
struct Said {
    std::string_view key;
    Place place;
};

struct SuspendEntry {
    std::optional<std::chrono::seconds> retry_after;  // nullopt: not suspended
};

// The value of `refusal`. An unset field gets the value of the template.
struct RefusalEntry : UndoableEntry {
    std::optional<std::string> text;
    std::optional<std::string> contact;
    std::optional<bool> accept_signature;
    std::optional<std::string> license_server;
    std::optional<bool> rate_limit;
    // The status and the price. read_body() also copies them to
    // BodyEntry::enforce.
    EnforcementOverride terms;
};

enum class Expectation { open, closed };

using ExpectationEntry = Placed<Expectation>;

struct BodyEntry : UndoableEntry {
    Place place;
    std::optional<Text> template_name;
    bool template_varies = false;  // template_name has a variable
    std::optional<std::vector<std::string>> comment;  // lines
    Shared<std::vector<GroupEntry>> groups;  // shared if a body adds none
    std::optional<std::vector<Text>> sitemap;
    std::optional<std::vector<Text>> license;
    std::optional<bool> license_link;  // in all 2xx responses
    std::optional<std::vector<Text>> clean_param;
    std::optional<std::vector<OtherLine>> lines;
    std::optional<bool> keep_order;  // publish groups and rules as written
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
    lint::CodeSet ignored;  // codes of warnings

    // Returns the dialects in which `usage` is published. Empty without
    // `usage`.
    Dialects dialects() const;

    // The keys of this body that add lines to a robots.txt. They are not
    // allowed with a verbatim robots.txt.
    std::vector<Said> composed;
    // Whether the body has `expect: null`, or any key except `template` and
    // `expect`.
    bool says_something = false;
};

// Returns the names of all keys that a body can have.
std::vector<std::string_view> body_keys();

// Keys that a map has in addition to the keys of a body. read() gets a key and
// its value, and returns true if the key is one of these keys. `names` has the
// names of these keys, which errors can suggest.
struct OwnKeys {
    std::function<bool(const YamlNode& key, const YamlNode& value)> read;
    std::vector<std::string_view> names;
};

// Reads the keys of a body from the map `value`. Errors call the map `owner`
// ("a site").
void read_body(const Reader& reader, const Value& value, std::string_view owner,
               BodyEntry& body, const OwnKeys& own = {});

// Returns `own`, a body that builds on the template `base`, merged with `base`.
// If `own` lacks a key, the value of `base` is used. For some keys, the result
// combines the value of `base` with the value of `own`.
BodyEntry merge_bodies(const BodyEntry& base, const BodyEntry& own);

// Reports an error if a merged body has keys that are not allowed with its
// `robots_txt`. If `robots_txt` is a file, a text or `none`, keys that add
// lines to a robots.txt are not allowed. If it is `pass`, the only one of these
// keys that is allowed is `groups`.
void check_robots_txt(const BodyEntry& body, Findings& findings);

}  // namespace robots::loader
