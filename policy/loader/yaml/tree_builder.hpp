// Builds the tree of a YAML document from the parser's events.
//
// Nodes are put on a stack. When a list or map ends, all nodes that were put on
// the stack since its start are removed from the stack, and become the items of
// the list or map. Then the list or map itself is put on the stack. For this
// file
//
//     sites:
//       - host: a.example
//
// the stack has these nodes after each event:
//
//     map starts
//     "sites"           sites
//     list starts       sites
//     map starts        sites
//     "host"            sites  host
//     "a.example"       sites  host  a.example
//     map ends          sites  {host: a.example}
//     list ends         sites  [{host: a.example}]
//     map ends          {sites: [{host: a.example}]}
//
// A list that is packed (PackedNodes) is never complete in memory. If `sites`
// is packed, the item {host: a.example} is packed and removed from the stack
// when its map ends. The next item reuses the memory of its texts and arrays.
// In the tree, the list is empty.

#pragma once

#include <yaml-cpp/eventhandler.h>

#include <array>
#include <memory_resource>
#include <string>
#include <string_view>
#include <vector>

#include "policy/loader/yaml/findings.hpp"
#include "policy/loader/yaml/yaml_document.hpp"

namespace YAML {
struct Mark;
}

namespace robots::loader {

// Thrown to stop the parser after an error was reported: the document is nested
// too deep, or has too many nodes.
struct TooMuch {};

Place place_of(const YAML::Mark& mark, std::uint32_t file);

class TreeBuilder : public YAML::EventHandler {
  public:
    // `text` must be the text that the parser reads. The list with the key
    // `packed_key` is packed. The tree may have at most `most_nodes` nodes.
    TreeBuilder(std::string_view text, YamlDocument& document,
                std::uint32_t file, Findings& findings,
                std::string_view packed_key, std::size_t most_nodes)
        : text_(text),
          document_(document),
          file_(file),
          findings_(findings),
          packed_key_(packed_key),
          most_nodes_(most_nodes) {}

    // Returns the offset in the text where the last scalar starts.
    std::size_t last_scalar() const { return last_scalar_; }
    // Return the offset and the place where the last node of any kind starts.
    const std::size_t& reached() const { return reached_; }
    const Place& reached_at() const { return reached_at_; }

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
    void OnScalar(const YAML::Mark& mark, const std::string& tag,
                  YAML::anchor_t anchor, const std::string& value) override;
    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag,
                         YAML::anchor_t anchor,
                         YAML::EmitterStyle::value style) override;
    void OnSequenceEnd() override { close(); }
    void OnMapStart(const YAML::Mark& mark, const std::string& tag,
                    YAML::anchor_t anchor,
                    YAML::EmitterStyle::value style) override;
    void OnMapEnd() override { close(); }

  private:
    // A list or map that has started and not ended.
    struct Open {
        YamlNode node;
        std::size_t first;  // stack index of its first item
    };

    YamlNode started(YamlNode::Kind kind, const YAML::Mark& mark,
                     YAML::anchor_t anchor);
    void check_tag(const YamlNode& node, const std::string& tag);
    std::string_view stored(const std::string& text);
    std::pmr::memory_resource& memory();
    bool starts_packed_list(const YamlNode& node) const;
    void open(const YamlNode& node, const std::string& tag);
    void close();
    void take_items(YamlNode& node, std::size_t first);
    void add(const YamlNode& node);
    void place_empty_values(std::size_t first);
    void check_keys(const YamlNode& map);

    std::string_view text_;
    YamlDocument& document_;
    std::uint32_t file_;
    Findings& findings_;
    std::string_view packed_key_;  // the key of the list to pack
    std::size_t most_nodes_;
    bool in_packed_list_ = false;
    // The memory for an item of the packed list, until the item is packed.
    std::array<char, std::size_t{8} * 1024> first_item_memory_;
    std::pmr::monotonic_buffer_resource item_memory_{first_item_memory_.data(),
                                                     first_item_memory_.size()};
    std::size_t nodes_ = 0;          // number of nodes in memory
    std::size_t nodes_outside_ = 0;  // outside of the packed list
    std::vector<Open> open_;         // outermost first
    std::vector<YamlNode> stack_;    // nodes without a parent
    std::size_t last_scalar_ = 0;
    std::size_t reached_ = 0;
    Place reached_at_;
};

}  // namespace robots::loader
