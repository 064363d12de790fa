// Finds what strict and lenient parsers agree on in a robots.txt.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

// Returns the part of `text` that is enforced. The result closes a path or sets
// a pace only if both Readings of `text` do. So `Dissallow: /a` refuses no
// crawler: crawlers that follow only RFC 9309 ignore this line. An example:
//
//     User-agent: *
//     Dissallow: /a         closes nothing
//     Disallow: /b          closes /b
//     Allow /b/c            opens /b/c
//
// If the readings agree, the result is that of parse_robots_txt(). Otherwise
// the result has the tokens of the lenient reading. Each token's group has the
// Allow lines of both readings, and the Disallow lines that are in both. So the
// result can allow more than either reading, but never less.
//
// Returns nullopt if the groups would take more than 16 * kMaxRobotsTxt of
// memory.
std::optional<RobotsTxt> shared_reading(std::string_view text,
                                        std::uint32_t file = 0);

}  // namespace robots
