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

// An error prevents a policy from loading. A warning says what crawlers will
// probably do that the author did not mean; an advice says what could be
// better.
enum class Severity : std::uint8_t { error, warning, advice };

// "error"
std::string_view name_of(Severity severity);

// What to write instead, in a form for programs. In a robots.txt, the lines
// `by`, which have no line ends, replace the line of the finding. In a policy,
// the items `by`, in YAML, replace the item at the place of the finding. If
// `by` is empty, the line or item is removed.
struct Fix {
    // How the fix changes the verdicts on requests.
    enum class Effect : std::uint8_t { none, opens, closes };

    std::vector<std::string> by;
    Effect effect = Effect::none;
};

// "none"
std::string_view name_of(Fix::Effect effect);

// One finding. `code` is a stable kebab-case word that people can search for.
// `text` is one or two sentences, includes the fix, and has no line break.
struct Diagnostic {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    Severity severity = Severity::error;
    std::string code;
    std::string text;
    std::optional<Fix> fix{};
    // If it is not 0: how many further findings are not listed.
    std::size_t more{};
};

using Diagnostics = std::vector<Diagnostic>;

// Returns "file:line:col: error: text [code]", made printable, since a file's
// name may hold any octets. An unknown line or column is left out.
std::string to_string(const Diagnostic& diagnostic);

}  // namespace robots
