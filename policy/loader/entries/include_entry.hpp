// Reads `include` of the main file.

#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "policy/loader/files/policy_file.hpp"

namespace robots::loader {

// The keys that `may` can list. An included file has no others but `version`.
constexpr std::array<std::string_view, 5> kIncludable{
    "sites", "templates", "variables", "crawlers", "tests"};

// Reads a path, a pattern, a map that also limits what the files may have, or a
// list of these. Reports invalid items as errors, and leaves them out.
std::vector<Include> read_include_entries(const Reader& reader,
                                          const Value& value);

}  // namespace robots::loader
