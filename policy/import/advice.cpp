#include "policy/import/advice.hpp"

#include <algorithm>
#include <vector>

#include "policy/base/ascii.hpp"
#include "policy/base/near_word.hpp"
#include "policy/base/text.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/lint/meant_path.hpp"
#include "policy/matching/pattern.hpp"
#include "policy/robots_txt/product_token.hpp"
#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

namespace {

constexpr std::string_view kDividers = " \t,;|";

// Whether `value` consists of several product tokens with commas or blanks
// between them.
bool is_list_of_tokens(std::string_view value) {
    std::size_t tokens = 0;
    while (!value.empty()) {
        const std::size_t end =
            std::min(value.find_first_of(kDividers), value.size());
        if (end > 0 && !is_product_token(value.substr(0, end))) {
            return false;
        }
        tokens += end > 0 ? 1 : 0;
        value.remove_prefix(std::min(end + 1, value.size()));
    }
    return tokens > 1;
}

// Reads `value` as a User-Agent header. Returns the token of the crawler that
// sends this header, or "".
std::string crawler_in(std::string_view value) {
    static const Crawlers crawlers(built_in_crawlers(),
                                   built_in_not_crawlers());
    return std::string(crawlers.identify(value).token);
}

}  // namespace

bool has_more_than_token(std::string_view token, std::string_view value) {
    std::string_view rest = value.substr(token.size());
    if (!rest.empty() && rest.front() == '/') {
        rest.remove_prefix(
            std::min(rest.find_first_of(kDividers), rest.size()));
    }
    return !trim(rest, " \t*").empty();
}

std::string token_advice(std::string_view token, std::string_view value) {
    if (value.find(':') != std::string_view::npos &&
        value.find("://") == std::string_view::npos) {
        return "write each rule on a line of its own";
    }
    const std::string crawler = crawler_in(value);
    const bool is_other = !crawler.empty() && !equal_folded(crawler, token);
    if (is_list_of_tokens(value) &&
        (!is_other || value.find(',') != std::string_view::npos)) {
        return "write one `User-agent` line for each crawler";
    }
    return is_other ? "write the crawler's token, " + cited(crawler)
                    : "write the crawler's token alone";
}

std::string path_advice(std::string_view path) {
    if (!Pattern(path).runs().empty()) {
        return "with its octets percent-encoded it is longer than crawlers "
               "read";
    }
    return path.find("://") == std::string_view::npos
               ? "a path that starts with neither `/` nor `*` matches nothing"
               : "a URL matches nothing, since rules are paths; write " +
                     cited(lint::path_behind_authority(path));
}

std::string pace_advice(LineKey key) {
    switch (key) {
        case LineKey::request_rate:
            return "its value is invalid; write requests and a time, as in "
                   "`10/60` or `10/1m`";
        case LineKey::visit_time:
            return "its value is invalid; write two times in UTC, as in "
                   "`0600-0845`";
        default:
            return "its value is invalid; write seconds, as in `5` or `0.5`";
    }
}

std::string shared_rules_advice(std::string_view agent, bool has_lines,
                                std::uint32_t rules_at) {
    return "`User-agent: " + cited(agent).substr(1) +
           ": it has no rule of its own, so crawlers take those from line " +
           std::to_string(rules_at) + " on as its rules; " +
           (has_lines ? "import with --split if it is not meant to have them"
                      : "write `Disallow:` below it if it is not meant to have "
                        "them");
}

std::optional<RuleAdvice> kept_rule_advice(bool allow, std::string_view path) {
    if (!lint::several_paths(path).empty()) {
        return RuleAdvice{"several-paths",
                          "crawlers read it as one path with blanks; write one "
                          "line for each path"};
    }
    const auto folder = implied_by_index(path);
    if (!allow || !folder) {
        return std::nullopt;
    }
    return RuleAdvice{
        "index-file",
        "it also allows " + cited(*folder) +
            ", as Google reads it, and the policy means the same"};
}

bool is_robots_tag(std::string_view key) {
    constexpr std::string_view kTags[] = {"noindex", "nofollow", "noarchive",
                                          "nosnippet"};
    return std::any_of(
        std::begin(kTags), std::end(kTags),
        [key](std::string_view tag) { return equal_folded(tag, key); });
}

std::string unknown_line_advice(std::string_view key, std::string_view value) {
    if (is_robots_tag(key)) {
        return "no crawler reads this line in a robots.txt; to keep pages out "
               "of an index, leave them open and write `x_robots_tag: [{path: "
               "\"" +
               std::string(value.substr(0, 80)) + "\", value: " + fold(key) +
               "}]`";
    }
    static const std::vector<std::string_view> kKeys{
        "user-agent",   "allow",      "disallow",       "crawl-delay",
        "request-rate", "visit-time", "sitemap",        "clean-param",
        "license",      "host",       "content-signal", "content-usage"};
    return "a policy has no key for this line" +
           did_you_mean(fold(key.substr(0, 40)), kKeys);
}

}  // namespace robots
