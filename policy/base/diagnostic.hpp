// What is wrong in a person's file, where, and what to write instead.

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

// Keeps the first of the places that are known.
inline void take_first(Place& place, const Place& next) {
    if (place.line == 0) {
        place = next;
    }
}

// An error keeps a policy from loading. A warning is about what crawlers will
// probably do otherwise than was meant, advice about what could be better.
enum class Severity : std::uint8_t { error, warning, advice };

// "error"
std::string_view name_of(Severity severity);

// What to write instead, for programs. In a robots.txt, the line of the finding
// becomes the lines `by`, without their ends. In a policy, the item at the
// place of the finding becomes the items `by`, in YAML. None: it is removed.
struct Fix {
    // What it does to the verdicts on requests.
    enum class Effect : std::uint8_t { none, opens, closes };

    std::vector<std::string> by;
    Effect effect = Effect::none;
};

// "none"
std::string_view name_of(Fix::Effect effect);

// One finding. `code` is a stable kebab-case word that people can search for;
// `text` is one sentence or two, with the fix, and has no line break.
struct Diagnostic {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    Severity severity = Severity::error;
    std::string code;
    std::string text;
    std::optional<Fix> fix{};
    // If it is not 0: how many more findings there are, which are not listed.
    std::size_t more{};
};

using Diagnostics = std::vector<Diagnostic>;

// "file:line:col: error: text [code]", fit to be shown: a file's name may hold
// anything. Unknown line and column are left out.
std::string to_string(const Diagnostic& diagnostic);

bool has_errors(const Diagnostics& diagnostics);

}  // namespace robots
