// A YAML document as a tree of nodes with their places, and a list of it that
// is packed instead.

#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

#include "policy/base/diagnostic.hpp"

namespace robots::loader {

// A node. Its views and pointers belong to the document or pack that it is part
// of.
struct YamlNode {
    enum class Kind : std::uint8_t { null, scalar, sequence, map };

    Kind kind = Kind::null;
    bool says_null = false;  // the word `null` or `~`, not a missing value
    Place place;
    std::string_view text;            // of a scalar
    const YamlNode* items = nullptr;  // of a map: key, value, key, value, ...
    std::uint32_t size = 0;           // of items

    const YamlNode* begin() const { return items; }
    const YamlNode* end() const { return items + size; }
};

// Items of a list, packed into few octets until they are needed (the form is in
// packed_nodes.cpp): a list of a million sites would not fit into memory as a
// tree. All items are from one file, and come out in the order in which they
// went in. Memory goes back chunk by chunk, when the items in it are taken.
class PackedNodes {
  public:
    // Packs a node with all below it.
    void add(const YamlNode& node);

    // How many nodes are left to take.
    std::size_t size() const { return size_; }

    // Unpacks the next of size() nodes. It is gone with the next call.
    const YamlNode& take();

  private:
    void pack(const YamlNode& node);
    void unpack(YamlNode& node);
    std::uint64_t get();

    std::deque<std::string> chunks_;  // of whole nodes
    std::size_t at_ = 0;              // in the first chunk
    std::size_t size_ = 0;
    std::uint32_t file_ = 0;         // of all of them
    std::uint32_t packed_line_ = 0;  // of the last node that was packed
    std::uint32_t taken_line_ = 0;   // and of the last that was unpacked
    std::string packed_;             // the node that is being packed
    std::vector<YamlNode> nodes_;    // the one that was taken, and those below
    std::size_t used_ = 0;           // of nodes_
};

// A policy file is at most this large, and nested no deeper than this.
constexpr std::size_t kMaxYaml = std::size_t{32} * 1024 * 1024;
constexpr std::size_t kMaxDepth = 64;
// The most octets of a value, a comment or a list in brackets.
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

  private:
    friend class TreeBuilder;

    std::unique_ptr<std::pmr::monotonic_buffer_resource> arena_;
    YamlNode root_;
    PackedNodes packed_;
    std::size_t nodes_ = 0;
};

}  // namespace robots::loader
