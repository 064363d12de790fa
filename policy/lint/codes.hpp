// The codes of the linter's findings, which people can search for.

#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/base/diagnostic.hpp"

namespace robots::lint {

// The codes in the order of docs/lint.md, family by family.
enum class Code : std::uint8_t {
    // paths
    open_ended_path,
    no_leading_slash,
    useless_trailing_wildcard,
    lone_wildcard,
    unencoded_octets,
    not_in_normal_form,
    dollar_in_the_middle,
    host_in_path,
    secret_looking_path,
    internal_looking_path,
    regular_expression,
    only_first_parameter,
    several_paths,
    // conflicts
    dead_rule,
    allow_disallow_tie,
    overlapping_wildcards,
    overruled_allow,
    case_twins,
    // groups
    drops_wildcard_rules,
    token_in_two_groups,
    token_in_others,
    enforce_left_behind,
    group_without_rules,
    blocks_rendering,
    // crawlers
    odd_token,
    misspelt_token,
    token_not_in_user_agent,
    crawl_delay_ignored,
    long_crawl_delay,
    fractional_crawl_delay,
    zero_crawl_delay,
    max_wait_too_short,
    pace_too_long,
    unreadable_pace,
    too_many_rates,
    unverifiable_by_dns,
    // sitemaps
    sitemap_not_absolute,
    sitemap_closed,
    // sites
    closed_by_accident,
    many_lines,
    unpublished_groups,
    payment_without_terms,
    price_never_sent,
    costly_wildcards,
    // lines of a robots.txt that a person wrote
    rules_before_agents,
    misspelt_key,
    unknown_line,
    noindex_line,
    foreign_text,
    byte_order_mark,
    line_too_long,
    order_matters,
    // the use of content
    license_not_absolute,
    unknown_signal,
    unknown_usage,
    contradicting_use,
    use_of_closed,
};

constexpr std::size_t kCodes = 57;

using CodeSet = std::bitset<kCodes>;

// One row of the table of codes.
struct CodeEntry {
    Code code;
    std::string_view name;  // "open-ended-path"
    Severity severity;      // the default
    std::string_view summary;
};

// Returns all codes, in the order of the enumeration.
const std::array<CodeEntry, kCodes>& all_codes();

// Returns "open-ended-path", as a string literal.
std::string_view name_of(Code code);

// A warning of the loader that is not about robots.txt.
struct OtherWarning {
    std::string_view name;  // "unused-template"
    std::string_view summary;
};

const std::vector<OtherWarning>& other_warnings();

// Returns the names of all codes and of all other warnings.
std::vector<std::string_view> all_names();

// Returns the code with this name, or nullopt.
std::optional<Code> code_named(std::string_view name);

// Returns CodeEntry::severity of the code with this name, and Severity::warning
// for a name that no code has.
Severity severity_of(std::string_view name);

struct Remark {
    Place place;
    Code code;
    Severity severity;
    std::string text;  // a sentence or two, without a line break
    std::optional<Fix> fix{};
};

using Remarks = std::vector<Remark>;

}  // namespace robots::lint
