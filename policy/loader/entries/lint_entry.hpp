// The key `lint`: which warnings somebody does not want to read.

#pragma once

#include <string>
#include <vector>

#include "policy/lint/codes.hpp"
#include "policy/loader/yaml/reader.hpp"

namespace robots::loader {

// `lint: {ignore: [...]}` of a body or a group: codes of the linter.
lint::CodeSet read_lint(const Reader& reader, const Value& value);

// The key `lint` of the whole policy: any warning, by its name.
std::vector<std::string> read_policy_lint(const Reader& reader,
                                          const Value& value);

}  // namespace robots::loader
