// The keys of the policy language: which version added a key, and in which map
// it belongs.
//
// The second number of `version: 1.1` is the minor version. A minor version
// adds keys, and renames keys; the old names are still read.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace robots::loader {

// The newest minor version that this release reads; it reads all older ones,
// too.
constexpr int kLanguageMinor = 1;

// The version that added a name of the language.
struct KeyAge {
    int since = 0;             // the minor version that added it
    std::string_view today{};  // of an old name: the new one
};

// "1.1"
inline std::string language_text(int minor) {
    return "1." + std::to_string(minor);
}

// A key of the language, and the map that has it.
struct KeyHome {
    std::string_view key;
    std::string_view owner;    // as errors name it: "a group"
    std::string_view written;  // advice: "write it in an item of `groups`"
};

// Returns the home of `key`; nullptr if `key` has none, or belongs in `owner`.
const KeyHome* home_of(std::string_view key, std::string_view owner,
                       const std::vector<KeyHome>& homes);

// Whether `written` is `key` or another spelling of it: "User-Agent" for
// "user_agent".
bool is_same_key(std::string_view key, std::string_view written);

// Returns the key that corresponds to a word of another program: "host" for
// "server_name"; or "".
std::string_view key_meant_by(std::string_view written);

// Returns what to write for a key that is unknown in `owner`, whose keys are
// `known`; the hint follows "unknown key `x` in a group".
std::string key_hint(std::string_view key, std::string_view owner,
                     const std::vector<std::string_view>& known,
                     const std::vector<KeyHome>& homes);

}  // namespace robots::loader
