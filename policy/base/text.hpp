// Text that people write and read: the blanks around it, its lines, and the
// quotes that messages put around it.

#ifndef ROBOTS_POLICY_BASE_TEXT_HPP
#define ROBOTS_POLICY_BASE_TEXT_HPP

#include <cstddef>
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

// For quoted(): no path is longer.
constexpr std::size_t kWholePath = 4096;

// The lines of `text`, each without its "\n". The end of the last line is no
// line more: "a\n" and "a" are one line, "" is none.
std::vector<std::string> split_lines(std::string_view text);

// "`text`", as messages quote what somebody wrote: printable, and cut between
// two characters, with "...", if it has more than `most` octets.
std::string quoted(std::string_view text, std::size_t most = 80);

}  // namespace robots

#endif
