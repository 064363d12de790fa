// A node of a YAML tree.

#ifndef ROBOTS_POLICY_LOADER_YAML_YAML_NODE_HPP
#define ROBOTS_POLICY_LOADER_YAML_YAML_NODE_HPP

#include <cstdint>
#include <string_view>

#include "policy/base/diagnostic.hpp"

namespace robots::loader {

// Its views and pointers belong to the document or pack that it is part of.
struct YamlNode {
    enum class Kind : std::uint8_t { null, scalar, sequence, map };

    Kind kind = Kind::null;
    Place place;
    std::string_view text;            // of a scalar
    const YamlNode* items = nullptr;  // of a map: key, value, key, value, ...
    std::uint32_t size = 0;           // of items

    const YamlNode* begin() const { return items; }
    const YamlNode* end() const { return items + size; }
};

}  // namespace robots::loader

#endif
