// Reads the key `include` of the main file.

#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "policy/loader/files/policy_file.hpp"

namespace robots::loader {

// The keys that `may` of an include can list. An included file can have only
// these keys and `version`.
constexpr std::array<std::string_view, 5> kIncludable{
    "sites", "templates", "variables", "crawlers", "tests"};

// Reads a path, a pattern, or a map, which can also limit what the included
// files may contain. The value may also be a list of these. Reports invalid
// items as errors, and leaves them out.
std::vector<Include> read_include_entries(const Reader& reader,
                                          const Value& value);

}  // namespace robots::loader
