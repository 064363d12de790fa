// Lists the product tokens of a robots.txt, each with the groups that contain
// the token.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

// Sorted indices into RobotsTxt::groups.
using GroupIndices = std::vector<std::size_t>;

// A product token, and the groups that contain the token.
struct Mention {
    std::string token;  // as first written
    GroupIndices groups;
};

// Returns every token of a robots.txt once, in the order in which the tokens
// first appear. Tokens are compared case-insensitively. An example:
//
//     User-agent: a
//     User-agent: b        group 0
//     ...
//     User-agent: A        group 1
//     ...                                 ->  a: 0, 1    b: 0
std::vector<Mention> mentions(const RobotsTxt& document);

// Sets the crawl-delay of `to` to the longer of the two groups' crawl-delays.
void take_longer_delay(RobotsGroup& to, const RobotsGroup& from);
// Calls take_longer_delay(). Also adds the request-rates and visit-times of
// `from` that `to` does not have yet.
void add_pace(RobotsGroup& to, const RobotsGroup& from);

}  // namespace robots
