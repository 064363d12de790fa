// The version of the policy language: `version: 1.1` is major 1, minor 1. A
// minor adds keys, and renames some, whose old names still count.

#pragma once

#include <string>
#include <string_view>

namespace robots::loader {

// The minor that this release reads.
constexpr int kLanguageMinor = 1;

// How old a name of the language is.
struct KeyAge {
    int since = 0;             // the minor that brought it
    std::string_view today{};  // of an old name: what to write instead
};

// "1.1"
inline std::string language_text(int minor) {
    return "1." + std::to_string(minor);
}

}  // namespace robots::loader
