// A YAML document as a tree of nodes with their places. One of its lists can be
// outside of the tree, packed into less memory.

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

// A node. Its views and pointers are valid as long as its document exists or,
// if PackedNodes::take() returned it, until the next call of take().
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

// Items of a list, packed into few octets until they are needed, since a list
// of a million sites would not fit into memory as a tree. packed_nodes.cpp
// describes the form. All items are from one file. take() returns them in the
// order of add(). A chunk of memory is freed when all its items are taken.
class PackedNodes {
  public:
    // Packs a node with all its child nodes.
    void add(const YamlNode& node);

    // How many nodes are left to take.
    std::size_t size() const { return size_; }

    // Unpacks the next of size() nodes. It is valid until the next call.
    const YamlNode& take();

  private:
    void pack(const YamlNode& node);
    void unpack(YamlNode& node);
    std::uint64_t get();

    std::deque<std::string> chunks_;  // of whole nodes
    std::size_t at_ = 0;              // the position in the first chunk
    std::size_t size_ = 0;
    std::uint32_t file_ = 0;         // of all nodes
    std::uint32_t packed_line_ = 0;  // of the last node that was packed
    std::uint32_t taken_line_ = 0;   // of the last node that was unpacked
    std::string packed_;             // the node that is being packed
    std::vector<YamlNode> nodes_;    // the taken node and its child nodes
    std::size_t used_ = 0;           // of nodes_
};

// The maximum size of a policy file in octets, and the maximum depth of its
// nodes.
constexpr std::size_t kMaxYaml = std::size_t{32} * 1024 * 1024;
constexpr std::size_t kMaxDepth = 64;
// The maximum size in octets of a value, a comment or a list in brackets.
constexpr std::size_t kMaxAhead = std::size_t{4} * 1024 * 1024;
// The maximum number of nodes (keys, values, lists, maps) in memory at a time:
// the trees of all files of a policy, and one item of a packed list. A file of
// the maximum size may have sixteen times as many nodes, which would take
// gigabytes.
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
