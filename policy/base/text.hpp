// Trims and splits text that people wrote, and quotes it in messages.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace robots {

constexpr bool is_blank(char octet) {
    return octet == ' ' || octet == '\t';
}

constexpr bool starts_with(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

constexpr bool ends_with(std::string_view text, std::string_view end) {
    return text.size() >= end.size() &&
           text.substr(text.size() - end.size()) == end;
}

// Returns `text` without the blanks at its start and its end.
constexpr std::string_view trim(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && is_blank(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

// Returns `text` without the octets of `blanks` at its start and its end.
constexpr std::string_view trim(std::string_view text,
                                std::string_view blanks) {
    while (!text.empty() &&
           blanks.find(text.front()) != std::string_view::npos) {
        text.remove_prefix(1);
    }
    while (!text.empty() &&
           blanks.find(text.back()) != std::string_view::npos) {
        text.remove_suffix(1);
    }
    return text;
}

// Removes the part of `text` before the first `end`, and also that `end`.
// Returns the part before `end`. If `text` does not contain `end`, the part is
// all of `text`.
constexpr std::string_view take_until(char end, std::string_view& text) {
    const std::string_view part = text.substr(0, text.find(end));
    text.remove_prefix(part.size() + (part.size() < text.size() ? 1 : 0));
    return part;
}

// The argument `most` of cited() for paths. Paths are never longer than this.
constexpr std::size_t kWholePath = 4096;

// Returns the lines of `text`, each without its "\n". Both "a\n" and "a" give
// one line. "" gives an empty list.
std::vector<std::string> split_lines(std::string_view text);

// Returns printable(text) between two "`", to quote a text in a message. If
// `text` has more than `most` octets, it is cut between two characters, and
// "..." is appended.
std::string cited(std::string_view text, std::size_t most = 80);

// Parses `text` as a whole number in `base`. Returns nullopt if `text` is not a
// whole number or does not fit into 64 bits.
std::optional<std::uint64_t> number_from(std::string_view text, int base = 10);

// Whether all octets are visible ASCII characters, not blanks or controls.
bool is_printable(std::string_view text);

}  // namespace robots
