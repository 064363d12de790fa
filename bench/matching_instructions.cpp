// Measures with callgrind the instructions needed to match a target:
//
//   valgrind --tool=callgrind --toggle-collect=match_targets
//       matching_instructions 5000 2000
//
// collects the instructions for matching 2000 targets with 5000 rules. Prints
// the number of targets.

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/rules.hpp"

// Named in C's way, so that callgrind finds it.
extern "C" [[gnu::noinline]] int match_targets(
    const robots::RuleSet& rules, const std::vector<std::string>& targets) {
    int closed = 0;
    for (const std::string& target : targets) {
        const robots::Rule* rule = rules.match(target);
        closed += rule != nullptr && !rule->allow ? 1 : 0;
    }
    return closed;
}

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fputs("usage: matching_instructions RULES TARGETS\n", stderr);
        return 2;
    }
    const auto rule_count = static_cast<std::size_t>(std::atol(argv[1]));
    const auto target_count = static_cast<std::size_t>(std::atol(argv[2]));
    const auto lines = bench::shop_lines(rule_count);
    const auto targets = bench::shop_targets(lines, target_count);
    const int closed = match_targets(bench::rule_set(lines), targets);
    std::printf("%zu targets, %d closed\n", targets.size(), closed);
    return 0;
}
