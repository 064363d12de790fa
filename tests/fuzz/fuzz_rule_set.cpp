// Sets of rules against a scan with a matcher that is slow and obvious.
//
// The input is lines; the first is a target, each other a rule that brings
// some of its kin: few octets make many rules which have much in common, as the
// indexes want them.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/matching/rule_set.hpp"
#include "policy/matching/target.hpp"
#include "tests/fuzz/expect.hpp"
#include "tests/fuzz/lines.hpp"
#include "tests/oracles/naive_matcher.hpp"

namespace {

constexpr std::size_t kLongest = 40;
constexpr std::size_t kMostLines = 60;
constexpr std::size_t kMostRules = 150;
// Longer than what the index for "*" takes at once.
constexpr std::size_t kLongTarget = 160;

// A line and, of its first letter's choice, what starts with it, ends with it
// or is the start of it.
void add_kin(const std::string& line, std::vector<std::string>& paths) {
    paths.push_back('/' + line);
    switch (line.empty() ? 0 : line[0] % 4) {
        case 1:
            for (std::size_t size = 1; size < line.size(); size += 2) {
                paths.push_back('/' + line.substr(0, size));
            }
            break;
        case 2:
            for (std::size_t from = 1; from < line.size(); from += 3) {
                paths.push_back('*' + line.substr(from));
                paths.push_back("/*" + line.substr(from) + '$');
            }
            break;
        case 3:
            for (std::size_t at = 1; at < line.size(); at += 3) {
                paths.push_back('/' + line.substr(0, at) + '*' +
                                line.substr(at));
            }
            break;
        default:
            break;
    }
}

// Octets of the pattern, doubled, and one more where the rule allows; 0: none.
using Decision = std::size_t;

Decision decision(const robots::Rule* rule) {
    return rule == nullptr ? 0
                           : rule->pattern.length() * 2 + (rule->allow ? 1 : 0);
}

void check(const robots::RuleSet& rules, const std::string& target) {
    Decision expected = 0;
    for (const robots::Rule& rule : rules.rules()) {
        if (naive_matches(rule.pattern.text(), target)) {
            expected = std::max(expected, decision(&rule));
        }
    }
    expect(decision(rules.match(target)) == expected,
           "the longest rule decides, and allows on a tie");
}

robots::RuleSet rule_set(const std::vector<std::string>& paths) {
    std::vector<robots::NewRule> rules;
    for (const std::string& path : paths) {
        if (rules.size() == kMostRules) {
            break;
        }
        rules.push_back({rules.size() % 2 == 1, robots::Pattern(path), {}});
    }
    return robots::RuleSet(std::move(rules));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::vector<std::string> all = lines(input, kMostLines);
    if (all.empty()) {
        return 0;
    }
    std::vector<std::string> paths;
    for (std::size_t i = 1; i < all.size(); ++i) {
        add_kin(letters(all[i], kLongest), paths);
    }
    const robots::RuleSet rules = rule_set(paths);
    const std::string first = letters(all.front(), kLongest);
    std::string joined = first;
    for (std::size_t i = 1; i < all.size(); ++i) {
        const std::string line = letters(all[i], kLongest);
        if (i <= 2) {
            check(rules, robots::normalise_target('/' + line));
        }
        joined += line;
    }
    check(rules, robots::normalise_target(first));
    check(rules, robots::normalise_target(joined.substr(0, kLongTarget)));
    return 0;
}
