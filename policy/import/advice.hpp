// Advice about lines that a policy cannot keep, or that mean more than they
// seem.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "policy/robots_txt/robots_txt_line.hpp"

namespace robots {

// Whether `value`, the value of a User-agent line, has more than a version
// after the `token` that it starts with: "GPTBot, CCBot", or a whole header.
bool has_more_than_token(std::string_view token, std::string_view value);

// Returns what to write in place of that value: "write one `User-agent` line
// for ...".
std::string token_advice(std::string_view token, std::string_view value);

// Returns why a path cannot be in a policy, and what to write if that is clear.
std::string path_advice(std::string_view path);

// The note about a rule that is kept, but whose author may have meant something
// else; nullopt if there is none.
struct RuleAdvice {
    const char* kind;
    std::string text;
};
std::optional<RuleAdvice> kept_rule_advice(bool allow, std::string_view path);

// Returns how to write a Crawl-delay, Request-rate or Visit-time.
std::string pace_advice(LineKey key);

// Returns the note that the agent of a User-agent line gets the rules from line
// `rules_at` on, which are below other agents. `has_lines`: the agent has lines
// of its own.
std::string shared_rules_advice(std::string_view agent, bool has_lines,
                                std::uint32_t rules_at);

// Whether a key is a word of X-Robots-Tag: Noindex, Nofollow, ...
bool is_robots_tag(std::string_view key);

// Returns why a line with a key that crawlers do not know is left out.
std::string unknown_line_advice(std::string_view key, std::string_view value);

}  // namespace robots
