// What a fuzz target holds its results to.

#ifndef ROBOTS_TESTS_FUZZ_EXPECT_HPP
#define ROBOTS_TESTS_FUZZ_EXPECT_HPP

#include <cstdio>
#include <cstdlib>

// Ends the process, which libFuzzer reports as a finding, where `held` is
// false.
inline void expect(bool held, const char* claim) {
    if (!held) {
        std::fprintf(stderr, "does not hold: %s\n", claim);
        std::abort();
    }
}

#endif
