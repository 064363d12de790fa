// Generates rules and request targets like those of shops, from a fixed seed.
//
// Of every ten rules, seven are literal ("/shoes/red-4711"), two have a "*"
// ("/shoes/*/sale", "/*?colour=red") and one has a "*" and a final "$"
// ("/*/red-4711.html$"). Their order is fixed, so a shorter list is a prefix of
// a longer one. Rules and targets use the same vocabulary of a hundred words
// and nine hundred brands, so a target has much in common with many rules, and
// some rules match it.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "policy/matching/rule_set.hpp"

namespace bench {

// A line of robots.txt: "Allow" or "Disallow", and its path.
struct Line {
    bool allow;
    std::string path;
};

// Returns `count` lines with different paths; one in eight is an Allow.
std::vector<Line> shop_lines(std::size_t count);

// Returns `count` targets of 23 to 63 octets, 43 on average, normalised for
// matching. A third of them starts like one of `lines`, or has the text that a
// rule requires after its "*".
std::vector<std::string> shop_targets(const std::vector<Line>& lines,
                                      std::size_t count);

// Returns the lines as a group of a robots.txt.
std::string robots_txt(const std::vector<Line>& lines);

// Returns the lines compiled as a policy compiles them.
robots::RuleSet rule_set(const std::vector<Line>& lines);

}  // namespace bench
