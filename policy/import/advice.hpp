// Advice about lines that a policy cannot keep, or that may not mean what their
// author thinks.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "policy/robots_txt/robots_txt_line.hpp"

namespace robots {

// Whether `value`, the value of a User-agent line, has more than a version
// after the `token` at its start: "GPTBot, CCBot", or a crawler's whole
// User-Agent header.
bool has_more_than_token(std::string_view token, std::string_view value);

// Returns what to write if has_more_than_token() is true: "write one
// `User-agent` line for ...".
std::string token_advice(std::string_view token, std::string_view value);

// Returns why a path cannot be in a policy, and what to write if that is clear.
std::string path_advice(std::string_view path);

// A note about a rule that the policy keeps, though its author may have meant
// something else. kept_rule_advice() returns nullopt for most rules.
struct RuleAdvice {
    const char* kind;
    std::string text;
};
std::optional<RuleAdvice> kept_rule_advice(bool allow, std::string_view path);

// Returns how to write a Crawl-delay, Request-rate or Visit-time.
std::string pace_advice(LineKey key);

// Returns the note about an agent without rules of its own, to which crawlers
// give the rules from line `rules_at` on, below other User-agent lines.
// `has_lines`: whether the agent has its own lines about pace or the use of
// content.
std::string shared_rules_advice(std::string_view agent, bool has_lines,
                                std::uint32_t rules_at);

// Whether the key of a line is a directive of X-Robots-Tag: Noindex, ...
bool is_robots_tag(std::string_view key);

// Returns why the policy lacks a line whose key crawlers do not know.
std::string unknown_line_advice(std::string_view key, std::string_view value);

}  // namespace robots
