// Builds the tree of a YAML document from the parser's events.
//
// Nodes wait on a stack until their list or map ends. Then all nodes that were
// put on the stack since the list or map started become its items, in an array,
// and it takes their place on the stack. For this file
//
//     sites:
//       - host: a.example
//
// the stack holds, after each event,
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
// A list to pack is never complete in memory: with `sites` packed, the item
// {host: a.example} leaves the stack when its map ends, and the next item uses
// the same memory for its texts and arrays. The list stays empty in the tree.

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

// Thrown after an error was reported: the document is nested too deep, or has
// too many nodes.
struct TooMuch {};

Place place_of(const YAML::Mark& mark, std::uint32_t file);

class TreeBuilder : public YAML::EventHandler {
  public:
    // `text` is the text that the parser reads.
    TreeBuilder(std::string_view text, YamlDocument& document,
                std::uint32_t file, Findings& findings,
                std::string_view packed_key, std::size_t most_nodes)
        : text_(text),
          document_(document),
          file_(file),
          findings_(findings),
          packed_key_(packed_key),
          most_nodes_(most_nodes) {}

    // Where the last scalar starts in the text.
    std::size_t last_scalar() const { return last_scalar_; }
    // Where the last node of any kind starts.
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
    // A list or map that has not ended.
    struct Open {
        YamlNode node;
        std::size_t first;  // index on the stack of its first item
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
    // The memory of an item of that list, until the item is packed.
    std::array<char, std::size_t{8} * 1024> first_item_memory_;
    std::pmr::monotonic_buffer_resource item_memory_{first_item_memory_.data(),
                                                     first_item_memory_.size()};
    std::size_t nodes_ = 0;          // in memory
    std::size_t nodes_outside_ = 0;  // those outside of the packed list
    std::vector<Open> open_;         // the outermost first
    std::vector<YamlNode> stack_;    // nodes that wait
    std::size_t last_scalar_ = 0;
    std::size_t reached_ = 0;
    Place reached_at_;
};

}  // namespace robots::loader
