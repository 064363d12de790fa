// YAML as a tree of nodes that know where they stand.
//
// Only the part of YAML that a policy needs is understood: one document of
// maps with plain keys, lists and scalars. Anchors, aliases, merge keys and
// tags are refused, so that what a reader sees is what is meant, and a small
// file can't unfold into a large one.

#ifndef ROBOTS_POLICY_LOADER_YAML_HPP
#define ROBOTS_POLICY_LOADER_YAML_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <string_view>

#include "diagnostic.hpp"
#include "loader/findings.hpp"

namespace robots::loader {

// A policy file is at most this large, and nested no deeper than this.
constexpr std::size_t kMaxYaml = std::size_t{32} * 1024 * 1024;
constexpr std::size_t kMaxDepth = 64;

// Views and pointers go into the YamlDocument that holds the node.
struct YamlNode {
    enum class Kind : std::uint8_t { null, scalar, sequence, map };

    Kind kind = Kind::null;
    Place place;
    std::string_view text;            // of a scalar
    const YamlNode* items = nullptr;  // of a map: key, value, key, value, ...
    std::uint32_t size = 0;           // of items

    const YamlNode* begin() const { return items; }
    const YamlNode* end() const { return items + size; }
};

class YamlDocument {
  public:
    YamlDocument();

    const YamlNode& root() const { return root_; }

  private:
    friend class TreeBuilder;

    std::unique_ptr<std::pmr::monotonic_buffer_resource> arena_;
    YamlNode root_;
};

// Parses `text`, whose Place::file is `file`. Where errors() of `findings` has
// grown the tree is incomplete and not to be read. A byte order mark is
// skipped. Columns count octets.
YamlDocument parse_yaml(std::string_view text, std::uint32_t file,
                        Findings& findings);

}  // namespace robots::loader

#endif
