// Reads the key `include` of the main file.

#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "policy/loader/files/policy_file.hpp"

namespace robots::loader {

// The keys that an included file can have in addition to `version`. The key
// `may` of an include lists the keys that its files can have.
constexpr std::array<std::string_view, 5> kIncludable{
    "sites", "templates", "variables", "crawlers", "tests"};

// Reads one item or a list of items. An item is a path, a pattern, or a map. A
// map can also limit what the included files may contain. Reports invalid items
// as errors, and leaves them out.
std::vector<Include> read_include_entries(const Reader& reader,
                                          const Value& value);

}  // namespace robots::loader
