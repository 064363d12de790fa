// YAML as a tree of nodes that know where they stand.
//
// Only the part of YAML that a policy needs is understood: one document of
// maps with plain keys, lists and scalars. Anchors, aliases, merge keys and
// tags are refused, so that what a reader sees is what is meant, and a small
// file can't unfold into a large one.

#ifndef ROBOTS_POLICY_LOADER_YAML_YAML_HPP
#define ROBOTS_POLICY_LOADER_YAML_YAML_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <string_view>

#include "policy/loader/yaml/findings.hpp"
#include "policy/loader/yaml/packed_nodes.hpp"
#include "policy/loader/yaml/yaml_node.hpp"

namespace robots::loader {

// A policy file is at most this large, and nested no deeper than this.
constexpr std::size_t kMaxYaml = std::size_t{32} * 1024 * 1024;
constexpr std::size_t kMaxDepth = 64;
// None of its values, comments and lists in brackets is larger.
constexpr std::size_t kMaxAhead = std::size_t{4} * 1024 * 1024;

class YamlDocument {
  public:
    YamlDocument();

    const YamlNode& root() const { return root_; }

    // The items of the list that parse_yaml was to pack, which has none in the
    // tree.
    PackedNodes& packed() { return packed_; }

    // Whether a packed item is a map with the key `apart`.
    bool has_apart() const { return has_apart_; }

  private:
    friend class TreeBuilder;

    std::unique_ptr<std::pmr::monotonic_buffer_resource> arena_;
    YamlNode root_;
    PackedNodes packed_;
    bool has_apart_ = false;
};

// A list to pack: the value of a key of the document's map. Of its items, those
// that are maps with the key `apart` are looked for.
struct Packing {
    std::string_view key;
    std::string_view apart;
};

// Parses `text`, whose Place::file is `file`. Where errors() of `findings` has
// grown the tree is incomplete and not to be read. A byte order mark is
// skipped. Columns count octets.
YamlDocument parse_yaml(std::string_view text, std::uint32_t file,
                        Findings& findings, const Packing& packing = {});

}  // namespace robots::loader

#endif
