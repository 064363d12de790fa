#include "policy/lint/codes.hpp"

namespace robots::lint {

namespace {

constexpr std::array<CodeEntry, kCodes> kTable{{
    {Code::open_ended_path, "open-ended-path",
     "a closed path also closes longer names"},
    {Code::no_leading_slash, "no-leading-slash",
     "a path that starts with neither `/` nor `*`"},
    {Code::useless_trailing_wildcard, "useless-trailing-wildcard",
     "a `*` at the end, which matches nothing more"},
    {Code::lone_wildcard, "lone-wildcard", "`*` instead of `/`"},
    {Code::unencoded_octets, "unencoded-octets",
     "characters that must be percent-encoded"},
    {Code::dollar_in_the_middle, "dollar-in-the-middle",
     "a `$` that is not at the end of the path"},
    {Code::host_in_path, "host-in-path", "a host or a URL instead of a path"},
    {Code::secret_looking_path, "secret-looking-path",
     "a path that shows where a secret is"},
    {Code::dead_rule, "dead-rule",
     "a rule that another one covers or overrides"},
    {Code::allow_disallow_tie, "allow-disallow-tie",
     "an allow and a disallow of the same length for the same path"},
    {Code::overlapping_wildcards, "overlapping-wildcards",
     "patterns with `*` where only the length decides"},
    {Code::overruled_allow, "overruled-allow",
     "an allow whose path nginx resolves to a closed path"},
    {Code::case_twins, "case-twins",
     "two paths that differ only in upper and lower case"},
    {Code::drops_wildcard_rules, "drops-wildcard-rules",
     "a group that ignores the rules of the `*` group"},
    {Code::token_in_two_groups, "token-in-two-groups",
     "several groups for one crawler; many parsers read only one"},
    {Code::blocks_rendering, "blocks-rendering",
     "files that search engines need to render pages are closed"},
    {Code::odd_token, "odd-token",
     "a token with characters that RFC 9309 does not allow"},
    {Code::token_not_in_user_agent, "token-not-in-user-agent",
     "enforcement for a token that is in no User-Agent header"},
    {Code::crawl_delay_ignored, "crawl-delay-ignored",
     "a crawl-delay for a crawler that ignores it"},
    {Code::long_crawl_delay, "long-crawl-delay",
     "a crawl-delay longer than 30 seconds"},
    {Code::fractional_crawl_delay, "fractional-crawl-delay",
     "a crawl-delay that is not a whole number of seconds"},
    {Code::max_wait_too_short, "max-wait-too-short",
     "`throttle` with a crawl-delay longer than `max_wait`"},
    {Code::pace_too_long, "pace-too-long",
     "a delay, or the time of a rate, longer than 7 days"},
    {Code::unreadable_pace, "unreadable-pace",
     "an invalid Crawl-delay, Request-rate or Visit-time"},
    {Code::too_many_rates, "too-many-rates",
     "more Request-rate lines for one crawler than are enforced"},
    {Code::sitemap_not_absolute, "sitemap-not-absolute",
     "a sitemap that is not an absolute URL"},
    {Code::sitemap_closed, "sitemap-closed",
     "a sitemap that the policy itself closes"},
    {Code::closed_by_accident, "closed-by-accident",
     "a site that is closed, with nothing to say that it should be"},
    {Code::many_lines, "many-lines", "a robots.txt of more than 5000 lines"},
    {Code::unpublished_groups, "unpublished-groups",
     "requests are refused by rules that no crawler can read"},
}};

}  // namespace

const std::array<CodeEntry, kCodes>& all_codes() {
    return kTable;
}

std::string_view name_of(Code code) {
    return kTable[static_cast<std::size_t>(code)].name;
}

}  // namespace robots::lint
