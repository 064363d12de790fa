// What all readers make of a robots.txt that somebody wrote.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

// `text` as it is enforced: it closes a path, and asks for a pace, only where
// both Readings do. Nobody is refused for `Dissallow: /a`, which a crawler that
// goes by RFC 9309 does not read:
//
//     User-agent: *
//     Dissallow: /a         closes nothing
//     Disallow: /b          closes /b
//     Allow /b/c            opens /b/c
//
// Where the readings agree, this is parse_robots_txt(). Otherwise it names the
// tokens of the lenient reading, one group for all with the same lines, and a
// group has the Allow lines of both readings and the Disallow lines that are in
// both. It may be more lenient than each, never stricter.
//
// nullopt if the groups would be larger than sixteen robots.txt.
std::optional<RobotsTxt> shared_reading(std::string_view text,
                                        std::uint32_t file = 0);

}  // namespace robots
