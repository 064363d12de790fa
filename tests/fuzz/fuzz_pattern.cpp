// Patterns and sets of rules against a matcher that is slow and obvious.
//
// The input is lines; the first is the target, each other a rule. Octets stand
// for letters of a small alphabet, so that patterns and targets have much in
// common.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../unit/naive_matcher.hpp"
#include "expect.hpp"
#include "pattern.hpp"
#include "rule_set.hpp"
#include "target.hpp"

namespace {

constexpr std::size_t kLongest = 200;
constexpr std::size_t kMostRules = 400;

// Letters of a pattern or target. Printable octets stay, so that what is
// written in a seed stands.
std::string letters(std::string_view octets) {
    constexpr std::string_view kAlphabet = "/ab*$c";
    std::string out;
    for (const char c : octets.substr(0, kLongest)) {
        const auto octet = static_cast<unsigned char>(c);
        if (octet >= 0xf0) {
            out += octet % 2 == 0 ? "%2A" : "%24";
        } else if (octet > ' ' && octet < 0x7f && octet != '%') {
            out += c;
        } else {
            out += kAlphabet[octet % kAlphabet.size()];
        }
    }
    return out;
}

std::vector<std::string> lines(std::string_view text) {
    std::vector<std::string> out;
    while (!text.empty() && out.size() <= kMostRules) {
        const std::string_view line = text.substr(0, text.find('\n'));
        out.push_back(std::string(line));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return out;
}

// Octets of the pattern, doubled, and one more where the rule allows; 0: none.
using Decision = std::size_t;

Decision decision(std::size_t length, bool allow) {
    return length * 2 + (allow ? 1 : 0);
}

void check(const std::string& target, const std::vector<std::string>& paths) {
    std::vector<robots::Rule> rules;
    Decision expected = 0;
    bool allow = false;
    for (const std::string& path : paths) {
        const robots::Pattern pattern(path);
        const bool matches = naive_matches(pattern.text(), target);
        expect(pattern.matches(target) == matches,
               "a pattern matches as the naive matcher says");
        if (matches) {
            expected = std::max(expected, decision(pattern.length(), allow));
        }
        rules.push_back({allow, pattern, {}});
        allow = !allow;
    }
    const robots::RuleSet set(std::move(rules));
    const robots::Rule* rule = set.match(target);
    expect(expected == (rule == nullptr
                            ? 0
                            : decision(rule->pattern.length(), rule->allow)),
           "the longest rule decides, and allows on a tie");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    std::vector<std::string> all = lines(text);
    if (all.empty()) {
        return 0;
    }
    const std::string target = robots::normalise_target(letters(all.front()));
    all.erase(all.begin());
    // As they are: any octet may stand in a line.
    for (const std::string& line : all) {
        const robots::Pattern pattern(line);
        expect(pattern.matches(target) == naive_matches(pattern.text(), target),
               "a pattern of any octets matches as the naive matcher says");
    }
    for (std::string& line : all) {
        line = '/' + letters(line);
    }
    check(target, all);
    return 0;
}
