// What a fuzz target holds its results to.

#pragma once

#include <cstdio>
#include <cstdlib>

// Ends the process if `is_true` is false; libFuzzer reports that as a
// finding.
inline void expect(bool is_true, const char* claim) {
    if (!is_true) {
        std::fprintf(stderr, "does not hold: %s\n", claim);
        std::abort();
    }
}
