// A diagnostic reports a problem in a file that a person wrote: what is wrong,
// where it is wrong, and what to write instead.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace robots {

// A place in one of the files from which a policy was read. `file` is an index
// in the policy's list of files. `line` and `column` count from 1; 0 means
// unknown.
struct Place {
    std::uint32_t file = 0;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

// A value, and the place where somebody wrote the value.
template <class T>
struct Placed {
    T value;
    Place place;
};

// Sets `place` to `next`, but only if `place` is unknown.
inline void take_first(Place& place, const Place& next) {
    if (place.line == 0) {
        place = next;
    }
}

// An error prevents a policy from loading. A warning reports a probable mistake
// of the author. Advice reports a possible improvement.
enum class Severity : std::uint8_t { error, warning, advice };

// Returns "error", "warning" or "advice".
std::string_view name_of(Severity severity);

// A correction that a program can apply to the place of a diagnostic. In a
// robots.txt, the lines in `by` (without line ends) replace the line of the
// diagnostic. In a policy, the list items in `by` (in YAML) replace the list
// item of the diagnostic. If `by` is empty, the line or item is removed.
struct Fix {
    // Which URLs crawlers are allowed to fetch after the fix: the same URLs as
    // before (none), more URLs (opens) or fewer URLs (closes).
    enum class Effect : std::uint8_t { none, opens, closes };

    std::vector<std::string> by;
    Effect effect = Effect::none;
};

// Returns "none", "opens" or "closes".
std::string_view name_of(Fix::Effect effect);

// One problem. `code` is a stable kebab-case word that people can search for.
// `text` is one or two sentences without a line break. The sentences also say
// what to do.
struct Diagnostic {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    Severity severity = Severity::error;
    std::string code;
    std::string text;
    std::optional<Fix> fix{};
    // If not 0, this diagnostic reports no problem. It only says that a list of
    // diagnostics was cut, and that `more` diagnostics are left out.
    std::size_t more{};
};

using Diagnostics = std::vector<Diagnostic>;

// Returns "file:line:column: error: text [code]", or "file: error: text [code]"
// if the line is unknown. `file` and `text` are made printable (utf8.hpp),
// because a file name may contain any octets.
std::string to_string(const Diagnostic& diagnostic);

}  // namespace robots
