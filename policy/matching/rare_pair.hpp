// Two octets in a row that tell whether a text may hold a run of octets: the
// rarer they are in targets, the fewer texts have to be looked at further.

#ifndef ROBOTS_POLICY_MATCHING_RARE_PAIR_HPP
#define ROBOTS_POLICY_MATCHING_RARE_PAIR_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "policy/base/sixteen_octets.hpp"

namespace robots {

// Where in `run` the two octets lie, and how rare they are; 0: as rare as none.
struct RarePair {
    std::size_t at = 0;
    std::size_t rarity = 0;
};

// Of the pairs in `run` the one that paths and queries have least often. A run
// of fewer than two octets has none, and a rarity of 0.
RarePair rarest_pair(std::string_view run);

// Where the two octets at `pair` begin in [from, stop), of which one octet more
// may be read; nullptr if they don't.
inline const char* find_pair(const char* from, const char* stop,
                             const char* pair) {
    if (stop - from < static_cast<std::ptrdiff_t>(kSixteen)) {
        from = std::find_if(from, stop, [pair](const char& at) {
            return at == pair[0] && (&at)[1] == pair[1];
        });
        return from == stop ? nullptr : from;
    }
    const char* const last = stop - kSixteen;
    for (;; from = std::min(from + kSixteen, last)) {
        const Comparison found =
            (sixteen_octets(from) == static_cast<unsigned char>(pair[0])) &
            (sixteen_octets(from + 1) == static_cast<unsigned char>(pair[1]));
        if (any(found)) {
            return from + first(found);
        }
        if (from == last) {
            return nullptr;
        }
    }
}

// Whether a text has the pair. Reads all of it, which takes less time than to
// ask at every step whether that was found already.
inline bool has_pair(std::string_view text, const std::array<char, 2>& pair) {
    const char* const start = text.data();
    if (text.size() <= kSixteen) {
        return text.size() >= pair.size() &&
               find_pair(start, start + text.size() - 1, pair.data()) !=
                   nullptr;
    }
    Comparison found{};
    const std::size_t last = text.size() - kSixteen - 1;
    for (std::size_t at = 0;; at = std::min(at + kSixteen, last)) {
        found = either(found, (sixteen_octets(start + at) ==
                               static_cast<unsigned char>(pair[0])) &
                                  (sixteen_octets(start + at + 1) ==
                                   static_cast<unsigned char>(pair[1])));
        if (at == last) {
            return any(found);
        }
    }
}

}  // namespace robots

#endif
