// Nodes of a YAML tree, packed for later: the items of a list that is too long
// to hold as a tree, and of which each is looked at once.

#ifndef ROBOTS_POLICY_LOADER_YAML_PACKED_NODES_HPP
#define ROBOTS_POLICY_LOADER_YAML_PACKED_NODES_HPP

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "policy/loader/yaml/yaml_node.hpp"

namespace robots::loader {

// In the order in which they come, all from one file. A node takes its text and
// about four octets more; its memory goes back when it was taken.
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

}  // namespace robots::loader

#endif
