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

void check(const std::string& path, const std::string& target) {
    const robots::Pattern pattern(path);
    expect(pattern.matches(target) == naive_matches(pattern.text(), target),
           "a pattern matches as the naive matcher says");
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
