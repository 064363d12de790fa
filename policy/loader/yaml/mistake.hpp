// Explains what is wrong in a text that is not valid YAML, and what to write
// instead.

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

// Returns the probable mistake in `text` for which the parser threw `error`.
// `error` has the place where the parser could not continue. For most mistakes,
// this place is in the line of the mistake or in the next line. For a quote
// that is never closed, it may be many lines below the quote. The run time is
// linear in the size of the text.
Mistake explain(const YAML::Exception& error, std::string_view text);

// Returns the message for a quote without an end: "this quote is never closed;
// write `\"` at the end of the value".
std::string never_closed(char opening);

}  // namespace robots::loader
