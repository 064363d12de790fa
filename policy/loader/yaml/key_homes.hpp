// The keys of the policy language: how old one is, and where it belongs that
// somebody wrote elsewhere.
//
// `version: 1.1` is major 1, minor 1. A minor adds keys, and renames some,
// whose old names still count.

#pragma once

#include <string>
#include <string_view>
#include <vector>

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

// A key of the language, and the map that has it.
struct KeyHome {
    std::string_view key;
    std::string_view owner;    // as errors name it: "a group"
    std::string_view written;  // what to do: "write it in an item of `groups`"
};

// The home of `key`, unless `owner` is the map itself; nullptr: there is none.
const KeyHome* home_of(std::string_view key, std::string_view owner,
                       const std::vector<KeyHome>& homes);

// Whether somebody wrote `key` in another spelling: "User-Agent" for
// "user_agent".
bool is_same_key(std::string_view key, std::string_view written);

// The key that somebody means by a word of another program: "host" for
// "server_name"; or "".
std::string_view key_meant_by(std::string_view written);

// What to write for a key that `owner`, whose keys are `known`, does not have;
// it follows "unknown key `x` in a group".
std::string key_hint(std::string_view key, std::string_view owner,
                     const std::vector<std::string_view>& known,
                     const std::vector<KeyHome>& homes);

}  // namespace robots::loader
