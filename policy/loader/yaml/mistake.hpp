// Where a text that is no YAML went wrong, and what to write.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace YAML {
class Exception;
}

namespace robots::loader {

struct Mistake {
    std::uint32_t line = 0;    // from 1
    std::uint32_t column = 0;  // from 1, in octets
    std::string text;
};

// What the author of `text` probably did, which made the parser throw `error`.
// The parser notices it where it cannot go on: a quote that is never closed
// many lines below, most others in the same line or the next. Linear in the
// text.
Mistake explain(const YAML::Exception& error, std::string_view text);

// "this quote is never closed; write `\"` at the end of the value"
std::string never_closed(char opening);

}  // namespace robots::loader
