// Finds what all readers agree on in a robots.txt that a person wrote.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

// Returns `text` as it is enforced: a path is closed, and a pace asked for,
// only if both Readings say so. Nobody is refused for `Dissallow: /a`, which a
// crawler that follows only RFC 9309 does not read:
//
//     User-agent: *
//     Dissallow: /a         closes nothing
//     Disallow: /b          closes /b
//     Allow /b/c            opens /b/c
//
// If the readings agree, the result is that of parse_robots_txt(). Otherwise
// the result names the tokens of the lenient reading, one group for all tokens
// with the same lines; a group has the Allow lines of both readings, and the
// Disallow lines that are in both. It may be more lenient than each reading,
// but never stricter.
//
// nullopt if the groups would take more than sixteen times kMaxRobotsTxt
// octets.
std::optional<RobotsTxt> shared_reading(std::string_view text,
                                        std::uint32_t file = 0);

}  // namespace robots
