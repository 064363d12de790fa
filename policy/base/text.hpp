// Text that people write and read: the blanks around it, its lines, and the
// quotes that messages put around it.

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

// `text` without the blanks at its start and its end.
constexpr std::string_view trim(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) {
        text.remove_prefix(1);
    }
    while (!text.empty() && is_blank(text.back())) {
        text.remove_suffix(1);
    }
    return text;
}

// The same for other blanks.
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

// Cuts what comes before the next `end` off `text`, and that `end`.
constexpr std::string_view take_until(char end, std::string_view& text) {
    const std::size_t size =
        text.find(end) < text.size() ? text.find(end) : text.size();
    const std::string_view part = text.substr(0, size);
    text.remove_prefix(size < text.size() ? size + 1 : size);
    return part;
}

// For quoted(): no path is longer.
constexpr std::size_t kWholePath = 4096;

// The lines of `text`, each without its "\n". The end of the last line is no
// line more: "a\n" and "a" are one line, "" is none.
std::vector<std::string> split_lines(std::string_view text);

// "`text`", as messages quote what somebody wrote: printable, and cut between
// two characters, with "...", if it has more than `most` octets.
std::string quoted(std::string_view text, std::size_t most = 80);

// A whole number in digits of `base`, and nothing else.
std::optional<std::uint64_t> number_from(std::string_view text, int base = 10);

// Whether all octets are ASCII that leaves a mark: no blank, no control.
bool is_printable(std::string_view text);

}  // namespace robots
