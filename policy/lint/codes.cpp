#include "policy/lint/codes.hpp"

namespace robots::lint {

namespace {

constexpr std::array<CodeEntry, kCodes> kTable{{
    {Code::open_ended_path, "open-ended-path",
     "a closed path closes longer names too"},
    {Code::no_leading_slash, "no-leading-slash",
     "a path that no target starts with"},
    {Code::useless_trailing_wildcard, "useless-trailing-wildcard",
     "a `*` at the end, where everything matches anyway"},
    {Code::lone_wildcard, "lone-wildcard", "`*` where `/` is meant"},
    {Code::unencoded_octets, "unencoded-octets",
     "octets that no URL holds as they are"},
    {Code::dollar_in_the_middle, "dollar-in-the-middle",
     "a `$` that does not end the path"},
    {Code::host_in_path, "host-in-path", "a host or a URL as a path"},
    {Code::secret_looking_path, "secret-looking-path",
     "a path that says where a secret is"},
    {Code::dead_rule, "dead-rule",
     "a rule that another one makes without effect"},
    {Code::allow_disallow_tie, "allow-disallow-tie",
     "allow and disallow of one length for one path"},
    {Code::overlapping_wildcards, "overlapping-wildcards",
     "patterns with `*` that length alone decides between"},
    {Code::overruled_allow, "overruled-allow",
     "an Allow whose path nginx resolves to a closed path"},
    {Code::case_twins, "case-twins",
     "two paths that differ in upper and lower case alone"},
    {Code::drops_wildcard_rules, "drops-wildcard-rules",
     "a group that the rules for `*` do not reach"},
    {Code::token_in_two_groups, "token-in-two-groups",
     "several groups for one crawler; many parsers read one of them"},
    {Code::blocks_rendering, "blocks-rendering",
     "search engines can't load what pages need to be rendered"},
    {Code::odd_token, "odd-token",
     "a token with characters that RFC 9309 does not know"},
    {Code::token_not_in_user_agent, "token-not-in-user-agent",
     "enforcement on a token that no request carries"},
    {Code::crawl_delay_ignored, "crawl-delay-ignored",
     "a crawl-delay for a crawler that ignores it"},
    {Code::long_crawl_delay, "long-crawl-delay",
     "a crawl-delay of more than 30 seconds"},
    {Code::fractional_crawl_delay, "fractional-crawl-delay",
     "a crawl-delay that is no whole number of seconds"},
    {Code::pace_too_long, "pace-too-long",
     "a delay or the time of a rate is longer than 7 days"},
    {Code::unreadable_pace, "unreadable-pace",
     "a Crawl-delay, Request-rate or Visit-time that cannot be read"},
    {Code::sitemap_not_absolute, "sitemap-not-absolute",
     "a sitemap that is no absolute URL"},
    {Code::sitemap_closed, "sitemap-closed",
     "a sitemap that the policy itself closes"},
    {Code::closed_by_accident, "closed-by-accident",
     "a site that is closed, and nothing says that it should be"},
    {Code::many_lines, "many-lines", "a robots.txt of over 5000 lines"},
}};

}  // namespace

const std::array<CodeEntry, kCodes>& all_codes() {
    return kTable;
}

std::string_view name_of(Code code) {
    return kTable[static_cast<std::size_t>(code)].name;
}

}  // namespace robots::lint
