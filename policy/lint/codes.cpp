#include "policy/lint/codes.hpp"

#include <algorithm>
#include <iterator>

namespace robots::lint {

namespace {

constexpr std::array<CodeEntry, kCodes> kTable{{
    {Code::open_ended_path, "open-ended-path", Severity::warning,
     "a closed path also closes longer names"},
    {Code::no_leading_slash, "no-leading-slash", Severity::warning,
     "a path that starts with neither `/` nor `*`"},
    {Code::useless_trailing_wildcard, "useless-trailing-wildcard",
     Severity::advice, "a `*` at the end, which matches nothing more"},
    {Code::lone_wildcard, "lone-wildcard", Severity::warning,
     "`*` instead of `/`"},
    {Code::unencoded_octets, "unencoded-octets", Severity::advice,
     "characters that must be percent-encoded"},
    {Code::not_in_normal_form, "not-in-normal-form", Severity::advice,
     "a path with triplets that many crawlers do not decode"},
    {Code::dollar_in_the_middle, "dollar-in-the-middle", Severity::warning,
     "a `$` that is not at the end of the path"},
    {Code::host_in_path, "host-in-path", Severity::warning,
     "a host or a URL instead of a path"},
    {Code::secret_looking_path, "secret-looking-path", Severity::warning,
     "a path that shows where a secret is"},
    {Code::internal_looking_path, "internal-looking-path", Severity::advice,
     "a path that sounds as if it were not for the public"},
    {Code::regular_expression, "regular-expression", Severity::warning,
     "a path written as a regular expression"},
    {Code::only_first_parameter, "only-first-parameter", Severity::advice,
     "`/*?x=` without `/*&x=`"},
    {Code::several_paths, "several-paths", Severity::warning,
     "several paths in one rule"},
    {Code::dead_rule, "dead-rule", Severity::advice,
     "a rule that another one covers or overrides"},
    {Code::allow_disallow_tie, "allow-disallow-tie", Severity::warning,
     "an allow and a disallow of the same length for the same path"},
    {Code::overlapping_wildcards, "overlapping-wildcards", Severity::warning,
     "patterns with `*` where only the length decides"},
    {Code::overruled_allow, "overruled-allow", Severity::warning,
     "an allow whose path nginx resolves to a closed path"},
    {Code::case_twins, "case-twins", Severity::advice,
     "two paths that differ only in upper and lower case"},
    {Code::drops_wildcard_rules, "drops-wildcard-rules", Severity::warning,
     "a group that ignores the rules of the `*` group"},
    {Code::token_in_two_groups, "token-in-two-groups", Severity::warning,
     "several groups for one crawler; many parsers read only one"},
    {Code::token_in_others, "token-in-others", Severity::warning,
     "a token that is part of other crawlers' tokens"},
    {Code::enforce_left_behind, "enforce-left-behind", Severity::warning,
     "a crawler with its own group, without the `enforce` of its category"},
    {Code::group_without_rules, "group-without-rules", Severity::warning,
     "a group without rules that shares those of the next group"},
    {Code::blocks_rendering, "blocks-rendering", Severity::warning,
     "files that search engines need to render pages are closed"},
    {Code::odd_token, "odd-token", Severity::advice,
     "a token with characters that RFC 9309 does not allow"},
    {Code::misspelt_token, "misspelt-token", Severity::warning,
     "a token that differs from a known one by a typing error"},
    {Code::token_not_in_user_agent, "token-not-in-user-agent",
     Severity::warning,
     "enforcement for a token that is in no User-Agent header"},
    {Code::crawl_delay_ignored, "crawl-delay-ignored", Severity::advice,
     "a crawl-delay for a crawler that ignores it"},
    {Code::long_crawl_delay, "long-crawl-delay", Severity::advice,
     "a crawl-delay longer than 30 seconds"},
    {Code::fractional_crawl_delay, "fractional-crawl-delay", Severity::advice,
     "a crawl-delay that is not a whole number of seconds"},
    {Code::zero_crawl_delay, "zero-crawl-delay", Severity::advice,
     "a crawl-delay of 0, which means no delay"},
    {Code::max_wait_too_short, "max-wait-too-short", Severity::warning,
     "`throttle` with a crawl-delay longer than `max_wait`"},
    {Code::pace_too_long, "pace-too-long", Severity::warning,
     "a delay, or the time of a rate, longer than 7 days"},
    {Code::unreadable_pace, "unreadable-pace", Severity::warning,
     "an invalid Crawl-delay, Request-rate or Visit-time"},
    {Code::too_many_rates, "too-many-rates", Severity::warning,
     "more Request-rate lines for one crawler than are enforced"},
    {Code::unverifiable_by_dns, "unverifiable-by-dns", Severity::warning,
     "crawlers that are refused whenever DNS does not answer"},
    {Code::sitemap_not_absolute, "sitemap-not-absolute", Severity::warning,
     "a sitemap that is not an absolute URL"},
    {Code::sitemap_closed, "sitemap-closed", Severity::warning,
     "a sitemap that the policy itself closes"},
    {Code::closed_by_accident, "closed-by-accident", Severity::warning,
     "a site that is closed, with nothing to say that it should be"},
    {Code::many_lines, "many-lines", Severity::advice,
     "a robots.txt of more than 5000 lines"},
    {Code::unpublished_groups, "unpublished-groups", Severity::warning,
     "requests are refused by rules that no crawler can read"},
    {Code::payment_without_terms, "payment-without-terms", Severity::warning,
     "a status that asks for a licence or a payment, and does not say how"},
    {Code::price_never_sent, "price-never-sent", Severity::warning,
     "a price that no refusal names"},
    {Code::costly_wildcards, "costly-wildcards", Severity::warning,
     "so many rules with `*` that a request can cost milliseconds"},
    {Code::rules_before_agents, "rules-before-agents", Severity::warning,
     "rules in front of the first User-agent line"},
    {Code::misspelt_key, "misspelt-key", Severity::warning,
     "a misspelt key, or a line without its colon"},
    {Code::unknown_line, "unknown-line", Severity::advice,
     "a line that is not of a robots.txt"},
    {Code::noindex_line, "noindex-line", Severity::warning,
     "a Noindex line, which no crawler reads"},
    {Code::foreign_text, "foreign-text", Severity::warning,
     "HTML or JSON in a robots.txt"},
    {Code::byte_order_mark, "byte-order-mark", Severity::advice,
     "a byte order mark in front of the first line"},
    {Code::line_too_long, "line-too-long", Severity::warning,
     "a line of which crawlers read only the start"},
    {Code::order_matters, "order-matters", Severity::advice,
     "an order in which readers of the first match find something else"},
    {Code::license_not_absolute, "license-not-absolute", Severity::warning,
     "a license that is not an absolute URI"},
    {Code::unknown_signal, "unknown-signal", Severity::warning,
     "a Content-Signal that nobody documents"},
    {Code::unknown_usage, "unknown-usage", Severity::warning,
     "a label of Content-Usage that the drafts no longer have, or never had"},
    {Code::contradicting_use, "contradicting-use", Severity::warning,
     "Content-Signal and Content-Usage that say the opposite"},
    {Code::use_of_closed, "use-of-closed", Severity::advice,
     "a use that is allowed to crawlers to which all is closed"},
}};

}  // namespace

const std::array<CodeEntry, kCodes>& all_codes() {
    return kTable;
}

std::string_view name_of(Code code) {
    return kTable[static_cast<std::size_t>(code)].name;
}

const std::vector<OtherWarning>& other_warnings() {
    static const std::vector<OtherWarning> kOthers{
        {"empty-category", "other groups name all crawlers of the category"},
        {"empty-path", "`disallow: \"\"`, which closes nothing"},
        {"empty-site", "a site that says nothing about its robots.txt"},
        {"include-matches-nothing", "no file matches the pattern"},
        {"key-is-public", "a key whose private half everybody knows"},
        {"key-skipped", "a key that cannot be used, among others that can"},
        {"keys-missing", "a crawler that signs, without its keys"},
        {"keys-stale", "a file of keys that is too old"},
        {"keys-unusable", "a file of keys that cannot be used"},
        {"none-is-noindex", "`x_robots_tag: none`, which is not no header"},
        {"ranges-stale", "a list of addresses that is too old"},
        {"ranges-unusable", "a list of addresses that cannot be read"},
        {"test-not-run", "a test in one customer's file about another's site"},
        {"token-is-a-browser-word", "a token that browsers send, too"},
        {"tokens-alike", "more tokens with one beginning than are looked for"},
        {"unknown-robots-directive",
         "a word in x_robots_tag that no crawler documents"},
        {"untested-rule", "a rule that no test of the policy reaches"},
        {"unused-template", "a template that no site uses"},
        {"unused-variable", "a variable that nothing uses"},
    };
    return kOthers;
}

std::vector<std::string_view> all_names() {
    std::vector<std::string_view> out;
    out.reserve(std::size(kTable) + other_warnings().size());
    for (const CodeEntry& entry : kTable) {
        out.push_back(entry.name);
    }
    for (const OtherWarning& other : other_warnings()) {
        out.push_back(other.name);
    }
    return out;
}

std::optional<Code> code_named(std::string_view name) {
    const auto* const it = std::find_if(
        kTable.begin(), kTable.end(),
        [name](const CodeEntry& entry) { return entry.name == name; });
    return it == kTable.end() ? std::nullopt : std::optional<Code>(it->code);
}

Severity severity_of(std::string_view name) {
    const auto code = code_named(name);
    return code ? kTable[static_cast<std::size_t>(*code)].severity
                : Severity::warning;
}

}  // namespace robots::lint
