// Parses YAML into a tree of nodes. Each node has its place.
//
// Reads only the part of YAML that a policy needs: one document with lists,
// scalars, and maps with scalars as keys. Anchors, aliases, merge keys and all
// tags except `!!str` are errors. So a value is always what it looks like, and
// a small file cannot expand to a large tree.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "policy/loader/yaml/findings.hpp"
#include "policy/loader/yaml/yaml_document.hpp"

namespace robots::loader {

// Parses `text`. Places get `file` as Place::file, and columns in octets. If
// errors were added to `findings`, the tree is incomplete and must not be read.
// Skips a byte order mark. If the map of the document has a list for the key
// `packed`, that list is packed (PackedNodes). The tree, with one item of that
// list, may have at most `most_nodes` nodes.
YamlDocument parse_yaml(std::string_view text, std::uint32_t file,
                        Findings& findings, std::string_view packed = {},
                        std::size_t most_nodes = kMaxNodes);

}  // namespace robots::loader
