#include "policy/matching/find_run.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>

namespace robots {

namespace {

// The shift-or algorithm (Baeza-Yates and Gonnet, 1992). It reads each octet
// once, and takes the same time for each octet. memmem takes up to ten times as
// long for texts that are chosen to make it slow.
//
// Bit `first + i` of `state` is 0 if the octets that were read end with the
// first i + 1 octets of `run`. The run is found when the top bit of `state` is
// 0. The bits below `first` are always 0.
template <class Word>
std::size_t shift_or(std::string_view text, std::string_view run) {
    constexpr std::size_t kBits = std::numeric_limits<Word>::digits;
    constexpr auto kTop = static_cast<Word>(Word{1} << (kBits - 1));
    const std::size_t first = kBits - run.size();
    const auto none = static_cast<Word>(~std::uint64_t{0} << first);
    std::array<Word, 256> differs;
    differs.fill(none);
    for (std::size_t i = 0; i < run.size(); ++i) {
        Word& word = differs[static_cast<unsigned char>(run[i])];
        word = static_cast<Word>(word & ~(std::uint64_t{1} << (first + i)));
    }
    Word state = none;
    for (std::size_t i = 0; i < text.size(); ++i) {
        state = static_cast<Word>(std::uint64_t{state} << 1 |
                                  differs[static_cast<unsigned char>(text[i])]);
        if ((state & kTop) == 0) {
            return i + 1 - run.size();
        }
    }
    return std::string_view::npos;
}

std::size_t find_long(std::string_view text, std::string_view run) {
    const void* const found =
        memmem(text.data(), text.size(), run.data(), run.size());
    return found == nullptr
               ? std::string_view::npos
               : static_cast<std::size_t>(static_cast<const char*>(found) -
                                          text.data());
}

}  // namespace

std::size_t find_run(std::string_view text, std::string_view run) {
    // In a text of this length, even a slow search takes little time.
    constexpr std::size_t kShortText = 128;
    if (text.size() <= kShortText || run.size() < 2) {
        return text.find(run);
    }
    // Each call of shift_or() first fills a table of 256 Words. The smaller a
    // Word is, the faster the table is filled.
    if (run.size() <= 8) {
        return shift_or<std::uint8_t>(text, run);
    }
    if (run.size() <= 32) {
        return shift_or<std::uint32_t>(text, run);
    }
    return run.size() <= kCheapRun ? shift_or<std::uint64_t>(text, run)
                                   : find_long(text, run);
}

}  // namespace robots
