// Items of a YAML list, packed into few octets until they are needed: a list of
// a million sites would not fit into memory as a tree.
//
// An item is the number of its nodes, and then its nodes, each before those
// that it holds:
//
//     head     how many lines below the node before it starts (zigzag, so that
//              -1 is small too), times 4, plus its kind
//     column
//     size     octets of a scalar; items of a list or map; null has none
//     text     of a scalar
//
// Numbers have seven bits an octet, the lowest first. All octets but the last
// have the highest bit set. So this item of a list that is indented by two, on
// the line below the one before,
//
//       - {host: a.b}
//
// takes 17 octets:
//
//     3                   nodes
//     11  5  2            a map (3), one line below (zigzag 2, times 4)
//     1  6  4  h o s t    a scalar (1) on the same line
//     1  12 3  a . b

#ifndef ROBOTS_POLICY_LOADER_YAML_PACKED_NODES_HPP
#define ROBOTS_POLICY_LOADER_YAML_PACKED_NODES_HPP

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "policy/loader/yaml/yaml_node.hpp"

namespace robots::loader {

// All items are from one file, and come out in the order in which they went in.
// Memory goes back chunk by chunk, when the items in it are taken.
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
