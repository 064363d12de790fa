// Explains the mistake in a text that is not valid YAML, and what to write.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace YAML {
class Exception;
}

namespace robots::loader {

struct Mistake {
    std::uint32_t line = 0;    // from 1; 0: unknown
    std::uint32_t column = 0;  // from 1, in octets
    std::string text;
};

// Returns the probable mistake in `text` that made the parser throw `error`.
// The parser throws where it cannot go on: for a quote that is never closed,
// this may be many lines below; for most other mistakes, it is the same line or
// the next. Takes time linear in the size of the text.
Mistake explain(const YAML::Exception& error, std::string_view text);

// "this quote is never closed; write `\"` at the end of the value"
std::string never_closed(char opening);

}  // namespace robots::loader
