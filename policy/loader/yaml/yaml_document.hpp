// A YAML document as a tree, and a list of it that is packed instead.

#ifndef ROBOTS_POLICY_LOADER_YAML_YAML_DOCUMENT_HPP
#define ROBOTS_POLICY_LOADER_YAML_YAML_DOCUMENT_HPP

#include <cstddef>
#include <memory>
#include <memory_resource>
#include <string_view>

#include "policy/loader/yaml/packed_nodes.hpp"
#include "policy/loader/yaml/yaml_node.hpp"

namespace robots::loader {

// A policy file is at most this large, and nested no deeper than this.
constexpr std::size_t kMaxYaml = std::size_t{32} * 1024 * 1024;
constexpr std::size_t kMaxDepth = 64;
// None of its values, comments and lists in brackets is larger.
constexpr std::size_t kMaxAhead = std::size_t{4} * 1024 * 1024;
// So many keys, values, lists and maps are in memory at a time: those of all
// files of a policy, and of the packed lists one item. A file of the largest
// size may have sixteen times as many, and would take gigabytes.
constexpr std::size_t kMaxNodes = 1000000;

class YamlDocument {
  public:
    YamlDocument()
        : arena_(std::make_unique<std::pmr::monotonic_buffer_resource>()) {}

    const YamlNode& root() const { return root_; }

    // The items of the packed list, which is empty in the tree.
    PackedNodes& packed() { return packed_; }

    // How many nodes the tree has.
    std::size_t nodes() const { return nodes_; }

    // Whether a packed item is a map with the key `apart`.
    bool has_apart() const { return has_apart_; }

  private:
    friend class TreeBuilder;

    std::unique_ptr<std::pmr::monotonic_buffer_resource> arena_;
    YamlNode root_;
    PackedNodes packed_;
    std::size_t nodes_ = 0;
    bool has_apart_ = false;
};

// A list to pack: the value of the key `key` of the document's map. Its items
// may be maps with the key `apart`, which has_apart() then reports.
struct Packing {
    std::string_view key;
    std::string_view apart;
};

}  // namespace robots::loader

#endif
