// A YAML document as a tree of nodes. One of its lists can be stored outside of
// the tree, packed into less memory.

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

// A node. Its views and pointers are valid as long as its document exists. If
// PackedNodes::take() returned the node, they are valid until the next call of
// take().
struct YamlNode {
    enum class Kind : std::uint8_t { null, scalar, sequence, map };

    Kind kind = Kind::null;
    bool says_null = false;  // the word `null` or `~`, not a missing value
    Place place;
    std::string_view text;            // only of a scalar
    const YamlNode* items = nullptr;  // of a map: key, value, key, value, ...
    std::uint32_t size = 0;           // number of items

    const YamlNode* begin() const { return items; }
    const YamlNode* end() const { return items + size; }
};

// A queue of list items. Each item is packed into few octets until it is taken,
// because a list of a million sites would not fit into memory as a tree.
// packed_nodes.cpp describes the format. All items must be from one file.
// take() returns the items in the order of add(). A chunk of memory is freed
// when all its items are taken.
class PackedNodes {
  public:
    // Packs a node with all its child nodes.
    void add(const YamlNode& node);

    // Returns the number of nodes that are left to take.
    std::size_t size() const { return size_; }

    // Unpacks and returns the next node. size() must not be 0. The node is
    // valid until the next call.
    const YamlNode& take();

  private:
    void pack(const YamlNode& node);
    void unpack(YamlNode& node);
    std::uint64_t get();

    std::deque<std::string> chunks_;  // each has whole nodes
    std::size_t at_ = 0;              // the position in the first chunk
    std::size_t size_ = 0;
    std::uint32_t file_ = 0;         // Place::file of all nodes
    std::uint32_t packed_line_ = 0;  // line of the last packed node
    std::uint32_t taken_line_ = 0;   // line of the last unpacked node
    std::string packed_;             // the node that is being packed
    std::vector<YamlNode> nodes_;    // the taken node and its child nodes
    std::size_t used_ = 0;           // number of used nodes_
};

// The maximum size of a policy file in octets, and the maximum depth of its
// tree.
constexpr std::size_t kMaxYaml = std::size_t{32} * 1024 * 1024;
constexpr std::size_t kMaxDepth = 64;
// The maximum size in octets of a value, a comment or a list in brackets.
constexpr std::size_t kMaxAhead = std::size_t{4} * 1024 * 1024;
// The maximum number of nodes (keys, values, lists, maps) that are in memory at
// the same time: the trees of all files of a policy, and one item of a packed
// list. Without this limit, a file of the maximum size could have sixteen times
// as many nodes, and use gigabytes of memory.
constexpr std::size_t kMaxNodes = 1000000;

class YamlDocument {
  public:
    YamlDocument()
        : arena_(std::make_unique<std::pmr::monotonic_buffer_resource>()) {}

    const YamlNode& root() const { return root_; }

    // Returns the items of the packed list. In the tree, this list is empty.
    PackedNodes& packed() { return packed_; }

    // Returns the number of nodes in the tree.
    std::size_t nodes() const { return nodes_; }

  private:
    friend class TreeBuilder;

    std::unique_ptr<std::pmr::monotonic_buffer_resource> arena_;
    YamlNode root_;
    PackedNodes packed_;
    std::size_t nodes_ = 0;
};

}  // namespace robots::loader
