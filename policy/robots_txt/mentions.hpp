// Which groups of a robots.txt name which product token.

#ifndef ROBOTS_POLICY_ROBOTS_TXT_MENTIONS_HPP
#define ROBOTS_POLICY_ROBOTS_TXT_MENTIONS_HPP

#include <cstddef>
#include <string>
#include <vector>

#include "policy/robots_txt/robots_txt.hpp"

namespace robots {

// Places in RobotsTxt::groups, sorted.
using GroupIndices = std::vector<std::size_t>;

// A product token and the groups that name it.
struct Mention {
    std::string token;  // as first written
    GroupIndices groups;
};

// Every token of a robots.txt once, in the order in which they are first
// written. Upper and lower case are the same. An example:
//
//     User-agent: a
//     User-agent: b        group 0
//     ...
//     User-agent: A        group 1
//     ...                                 ->  a: 0, 1    b: 0
std::vector<Mention> mentions(const RobotsTxt& document);

}  // namespace robots

#endif
