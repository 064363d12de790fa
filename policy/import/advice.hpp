// Texts for notes about lines that a policy cannot keep, or that may not mean
// what their author thinks.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "policy/robots_txt/robots_txt_line.hpp"

namespace robots {

// Returns whether `value`, the value of a User-agent line, has text behind
// `token` that is not only a version. `value` must start with `token`.
// Examples: "GPTBot, CCBot", or the whole User-Agent header of a crawler.
bool has_more_than_token(std::string_view token, std::string_view value);

// Returns what to write instead of a `value` for which has_more_than_token() is
// true: "write one `User-agent` line for ...".
std::string token_advice(std::string_view token, std::string_view value);

// Returns why a path cannot be in a policy, and what to write instead if that
// is clear.
std::string path_advice(std::string_view path);

// A note about a rule that the policy keeps, although its author may have meant
// something else. kept_rule_advice() returns nullopt for most rules.
struct RuleAdvice {
    const char* kind;
    std::string text;
};
std::optional<RuleAdvice> kept_rule_advice(bool allow, std::string_view path);

// Returns how to write a Crawl-delay, Request-rate or Visit-time line with a
// valid value.
std::string pace_advice(LineKey key);

// Returns the note about `agent`, a User-agent line without rules directly
// below it. Crawlers give this agent the rules from line `rules_at` on, which
// are below later User-agent lines. `has_lines`: whether the agent has its own
// lines about pace or the use of content.
std::string shared_rules_advice(std::string_view agent, bool has_lines,
                                std::uint32_t rules_at);

// Whether the key of a line is a directive of X-Robots-Tag, like Noindex.
bool is_robots_tag(std::string_view key);

// Returns why the policy does not keep a line with a key that crawlers do not
// know.
std::string unknown_line_advice(std::string_view key, std::string_view value);

}  // namespace robots
