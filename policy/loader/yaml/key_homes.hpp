// The keys of the policy language: the version that added a key, and the map to
// which a key belongs.
//
// The second number of `version: 1.1` is the minor version. A new minor version
// can add keys and rename keys. Old names of renamed keys are still read.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace robots::loader {

// The newest minor version that this release reads. It also reads all older
// minor versions.
constexpr int kLanguageMinor = 1;

// The age of a name in the policy language.
struct KeyAge {
    int since = 0;             // the minor version that added it
    std::string_view today{};  // for an old name: the new name
};

// Returns the version as text: "1.1".
inline std::string language_text(int minor) {
    return "1." + std::to_string(minor);
}

// A key of the policy language, and the map to which it belongs.
struct KeyHome {
    std::string_view key;
    std::string_view owner;    // the map, as in errors: "a group"
    std::string_view written;  // advice: "write it in an item of `groups`"
};

// Returns the item of `homes` for `key`. Returns nullptr if `homes` has no item
// for it, or if `key` belongs to the map `owner`.
const KeyHome* home_of(std::string_view key, std::string_view owner,
                       const std::vector<KeyHome>& homes);

// Returns whether `written` is `key` or another spelling of `key`: "User-Agent"
// for "user_agent".
bool is_same_key(std::string_view key, std::string_view written);

// Returns the key of this language for a word of another program: "host" for
// "server_name". Returns "" if the word is unknown.
std::string_view key_meant_by(std::string_view written);

// Returns a hint about what to write instead of the unknown key `key` in the
// map `owner`, which can have the keys `known`. An error appends the hint to
// "unknown key `x` in a group".
std::string key_hint(std::string_view key, std::string_view owner,
                     const std::vector<std::string_view>& known,
                     const std::vector<KeyHome>& homes);

}  // namespace robots::loader
