// What the linter can find: the codes that people search for.

#ifndef ROBOTS_POLICY_LINT_CODES_HPP
#define ROBOTS_POLICY_LINT_CODES_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace robots::lint {

// In the order of docs/lint.md, family by family.
enum class Code : std::uint8_t {
    // paths
    open_ended_path,
    no_leading_slash,
    useless_trailing_wildcard,
    lone_wildcard,
    unencoded_octets,
    dollar_in_the_middle,
    host_in_path,
    secret_looking_path,
    // conflicts
    dead_rule,
    allow_disallow_tie,
    overlapping_wildcards,
    overruled_allow,
    case_twins,
    // groups
    drops_wildcard_rules,
    token_in_two_groups,
    blocks_rendering,
    // crawlers
    odd_token,
    token_not_in_user_agent,
    crawl_delay_ignored,
    long_crawl_delay,
    fractional_crawl_delay,
    max_wait_too_short,
    pace_too_long,
    unreadable_pace,
    too_many_rates,
    // sitemaps
    sitemap_not_absolute,
    sitemap_closed,
    // sites
    closed_by_accident,
    many_lines,
    unpublished_groups,
};

constexpr std::size_t kCodes = 30;

// One row of the table of codes.
struct CodeEntry {
    Code code;
    std::string_view name;  // "open-ended-path"
    std::string_view summary;
};

// All codes, in the order of the enumeration.
const std::array<CodeEntry, kCodes>& all_codes();

// "open-ended-path": a literal.
std::string_view name_of(Code code);

}  // namespace robots::lint

#endif
