// Formats numbers, URIs and emphasis as robotsctl prints them.

#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "policy/robots_txt/rate.hpp"

namespace robotsctl {

// Returns 2.5 for 2500 ms.
double seconds(robots::Milliseconds time);

// Formats a time: "2 s", "0.5 s".
std::string seconds_text(robots::Milliseconds time);

// Formats a number: "1,234,567".
std::string count_text(std::uint64_t count);

// Formats `part` as a percentage of `whole`: "12.3%"; "0.0%" if `whole` is 0.
std::string percent_text(std::uint64_t part, std::uint64_t whole);

// Formats a number of things: "1 request", "1,200 requests".
std::string counted(std::uint64_t count, std::string_view what);

// Returns text_of(item) for all `items`, joined with ", ".
template <class Items, typename TextOf>
std::string joined(const Items& items, TextOf text_of) {
    std::string out;
    for (const auto& item : items) {
        out.append(out.empty() ? "" : ", ").append(text_of(item));
    }
    return out;
}

// Lists names: "a, b and c"; if there are more than `most` names: "a, b and 5
// others".
std::string listed(std::vector<std::string> names, std::size_t most);

// Returns the first `length` octets of a text from a log, and "..." if there
// are more. "?" replaces octets that are not printable ASCII.
std::string excerpt(std::string_view text, std::size_t length);

// Describes an error: "cannot open `a.log`: No such file or directory". `error`
// is an errno.
std::string cannot(const char* what, const std::string& file, int error);

// Prints a message on standard error as one printable line, whatever `text`
// contains.
void complain(std::string_view text);

// Thrown for options or input that cannot be used. main() prints the text,
// which is empty if the error was already printed, and exits with kUnusable.
class Unusable : public std::runtime_error {
  public:
    explicit Unusable(const std::string& text = {})
        : std::runtime_error(text) {}

    // Describes a bad value of an option or of a JSON member: "--at: `x` is not
    // a time".
    Unusable(std::string_view name, std::string_view value,
             std::string_view problem);
};

// Colours a text for a terminal. Returns `text` unchanged if standard output is
// not a terminal, or NO_COLOR is set and not empty (no-color.org).
enum class Look { bold, good, bad, warning };
std::string styled(std::string_view text, Look look);

}  // namespace robotsctl
