// A second opinion on patterns: the slowest matcher that is obviously right.

#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

// Whether `pattern`, normalised, matches `target`, normalised (RFC 9309 2.2.2
// and 2.2.3). reached[n] is whether the pattern up to here can take exactly the
// first n octets of the target.
inline bool naive_matches(std::string_view pattern, std::string_view target) {
    if (pattern.empty() || (pattern[0] != '/' && pattern[0] != '*')) {
        return false;
    }
    const bool anchored = pattern.back() == '$';
    if (anchored) {
        pattern.remove_suffix(1);
    }
    std::vector<char> reached(target.size() + 1, 0);
    reached[0] = 1;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        std::vector<char> next(target.size() + 1, 0);
        if (pattern[i] == '*') {
            char any = 0;
            for (std::size_t n = 0; n <= target.size(); ++n) {
                any |= reached[n];
                next[n] = any;
            }
        } else {
            char octet = pattern[i];
            if (pattern.substr(i, 3) == "%2A" ||
                pattern.substr(i, 3) == "%24") {
                octet = pattern[i + 2] == 'A' ? '*' : '$';
                i += 2;
            }
            for (std::size_t n = 0; n < target.size(); ++n) {
                next[n + 1] = target[n] == octet ? reached[n] : char{0};
            }
        }
        reached = next;
        if (std::find(reached.begin(), reached.end(), 1) == reached.end()) {
            return false;
        }
    }
    return !anchored || reached[target.size()] == 1;
}
