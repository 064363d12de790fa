// Where a text that is no YAML went wrong, and what to write.
//
// A parser notices a mistake where it can go on no longer, which may be many
// lines further on. This looks at the text as its author does, line by line.

#ifndef ROBOTS_POLICY_LOADER_YAML_MISTAKE_HPP
#define ROBOTS_POLICY_LOADER_YAML_MISTAKE_HPP

#include <cstdint>
#include <optional>
#include <string_view>

#include "policy/loader/yaml/open_values.hpp"

namespace robots::loader {

// The first mistake up to line `last` of a text that a YAML parser refused.
// nullopt: none that is known. Linear in the text.
std::optional<Mistake> find_mistake(std::string_view text, std::uint32_t last);

}  // namespace robots::loader

#endif
