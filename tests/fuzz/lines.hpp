// Octets of a fuzzer's input as lines of text in a small alphabet, so that
// patterns and targets have much in common.

#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// The first `most` lines of the input.
inline std::vector<std::string> lines(std::string_view input,
                                      std::size_t most) {
    std::vector<std::string> out;
    while (!input.empty() && out.size() < most) {
        const std::string_view line = input.substr(0, input.find('\n'));
        out.emplace_back(line);
        input.remove_prefix(std::min(line.size() + 1, input.size()));
    }
    return out;
}

// Letters of a pattern or target, of up to `longest` octets. Printable octets
// stay, so that what is written in a seed stands.
inline std::string letters(std::string_view octets, std::size_t longest) {
    constexpr std::string_view kAlphabet = "/ab*$c";
    std::string out;
    for (const char c : octets.substr(0, longest)) {
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
