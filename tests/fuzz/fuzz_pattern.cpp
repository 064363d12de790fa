// Patterns against a matcher that is slow and obvious.
//
// The input is lines; the first is the target, each other a pattern.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "policy/matching/pattern.hpp"
#include "policy/matching/target.hpp"
#include "tests/fuzz/expect.hpp"
#include "tests/fuzz/lines.hpp"
#include "tests/oracles/naive_matcher.hpp"

namespace {

constexpr std::size_t kLongest = 200;
constexpr std::size_t kMostLines = 400;

// Where a pattern matches, each of its runs lies somewhere in the target.
void check_around(const robots::Pattern& pattern, const std::string& target,
                  bool matches) {
    for (std::size_t i = 0; i < pattern.run_count(); ++i) {
        bool somewhere = false;
        for (std::size_t at = 0; at <= target.size(); ++at) {
            somewhere = somewhere || pattern.matches_around(i, at, target);
        }
        expect(somewhere == matches,
               "a pattern matches where it matches around a run");
    }
}

void check(const std::string& path, const std::string& target) {
    const robots::Pattern pattern(path);
    const bool matches = naive_matches(pattern.text(), target);
    expect(pattern.matches(target) == matches,
           "a pattern matches as the naive matcher says");
    if (pattern.run_count() > 1) {
        check_around(pattern, target, matches);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const std::vector<std::string> all = lines(input, kMostLines);
    if (all.empty()) {
        return 0;
    }
    const std::string target =
        robots::normalise_target(letters(all.front(), kLongest));
    for (std::size_t i = 1; i < all.size(); ++i) {
        check(all[i], target);  // as it is: any octet may stand in a line
        check('/' + letters(all[i], kLongest), target);
    }
    return 0;
}
