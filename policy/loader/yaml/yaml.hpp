// Parses YAML into a tree of nodes with their places.
//
// Reads only the part of YAML that a policy needs: one document of lists,
// scalars, and maps whose keys are scalars. Anchors, aliases, merge keys and
// all tags but `!!str` are errors, so that a value is always what it looks
// like, and a small file cannot expand into a large one.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "policy/loader/yaml/findings.hpp"
#include "policy/loader/yaml/yaml_document.hpp"

namespace robots::loader {

// Parses `text`, whose Place::file is `file`. If errors() of `findings` has
// grown, the tree is incomplete and must not be read. Skips a byte order mark.
// Columns count octets. If the document's map has a list for the key `packed`,
// that list is packed (PackedNodes). The tree, with one item of that list, may
// have at most `most_nodes` nodes.
YamlDocument parse_yaml(std::string_view text, std::uint32_t file,
                        Findings& findings, std::string_view packed = {},
                        std::size_t most_nodes = kMaxNodes);

}  // namespace robots::loader
