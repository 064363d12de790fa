// Rules and request targets as shops have them, made up from a fixed seed.
//
// Of every ten rules, seven are literal ("/shoes/red-4711"), two have a "*"
// ("/shoes/*/sale", "/*?colour=red") and one a "*" and a final "$"
// ("/*/red-4711.html$"), in a fixed order, so that a shorter list is the front
// of a longer one. All words are from one vocabulary of a hundred words and
// nine hundred brands, and the targets' are too: a target has much in common
// with many rules, and some match it.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "policy/matching/rule_set.hpp"

namespace bench {

// A line of robots.txt: "Allow" or "Disallow", and the path behind it.
struct Line {
    bool allow;
    std::string path;
};

// `count` lines of which no two have the same path; one in eight allows.
std::vector<Line> shop_lines(std::size_t count);

// `count` targets of 23 to 63 octets, 43 on average, spelt as rules are matched
// against them. A third starts as one of `lines` does, or has what a rule asks
// for at its "*".
std::vector<std::string> shop_targets(const std::vector<Line>& lines,
                                      std::size_t count);

// The lines as a group of a robots.txt.
std::string robots_txt(const std::vector<Line>& lines);

// The lines as the policy compiles them.
robots::RuleSet rule_set(const std::vector<Line>& lines);

}  // namespace bench
