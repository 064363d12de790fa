// Returns the part of a body that tests compare.

#pragma once

#include <string>
#include <string_view>

namespace integration {

// The result includes the line's end. For a refusal, it is the sentence.
inline std::string first_line(std::string_view text) {
    return std::string(text.substr(0, text.find('\n') + 1));
}

}  // namespace integration
