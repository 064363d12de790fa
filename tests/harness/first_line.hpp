// The parts of a body that tests compare.

#pragma once

#include <string>
#include <string_view>

namespace integration {

// With the line's end. Of a refusal, the sentence.
inline std::string first_line(std::string_view text) {
    return std::string(text.substr(0, text.find('\n') + 1));
}

}  // namespace integration
