// A problem in a file that a person wrote: what is wrong, where, and what to
// write instead.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace robots {

// A place in one of the files a policy was read from. `file` indexes the
// policy's list of files; line and column count from 1, and 0 means unknown.
struct Place {
    std::uint32_t file = 0;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

// A value and where somebody wrote it.
template <class T>
struct Placed {
    T value;
    Place place;
};

// Sets `place` to `next` if `place` is unknown, so that the first known place
// stays.
inline void take_first(Place& place, const Place& next) {
    if (place.line == 0) {
        place = next;
    }
}

// An error prevents a policy from loading. A warning is about a probable
// mistake of the author, and advice is about what could be better.
enum class Severity : std::uint8_t { error, warning, advice };

// "error"
std::string_view name_of(Severity severity);

// A correction that a program can apply. In a robots.txt, `by` has the lines,
// without line ends, that replace the line of the finding. In a policy, `by`
// has the items of a list, in YAML, that replace the item at the finding's
// place. If `by` is empty, the line or item is removed.
struct Fix {
    // Whether the fix changes nothing for crawlers, allows more, or allows
    // less.
    enum class Effect : std::uint8_t { none, opens, closes };

    std::vector<std::string> by;
    Effect effect = Effect::none;
};

// "none"
std::string_view name_of(Fix::Effect effect);

// One finding. `code` is a stable kebab-case word that people can search for.
// `text` is one or two sentences without a line break; it also says what to do.
struct Diagnostic {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    Severity severity = Severity::error;
    std::string code;
    std::string text;
    std::optional<Fix> fix{};
    // Not 0: this line only says how many further findings are not listed.
    std::size_t more{};
};

using Diagnostics = std::vector<Diagnostic>;

// Returns "file:line:col: error: text [code]", made printable, since a file's
// name may hold any octets. Without a known line: "file: error: ...".
std::string to_string(const Diagnostic& diagnostic);

}  // namespace robots
