// The YAML that a site's robots.txt is made of, read once more: a loaded policy
// has no places of most lines.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "policy/loader/yaml/reader.hpp"
#include "policy/site/policy.hpp"

namespace robotsctl {

using robots::loader::YamlNode;

// A body or a group, and the name of the template that it is of; without one,
// it is the site's own.
struct Layer {
    const YamlNode* map = nullptr;
    std::string template_name{};
    bool is_group = false;
};

class PolicyTree {
  public:
    // `policy` was loaded with `overrides`, and outlives this. What its files
    // no longer have is left out.
    PolicyTree(const robots::Policy& policy, const robots::Site& site,
               const robots::Variables& overrides);

    // The site's body, then the template that it builds on, and so on.
    std::vector<Layer> bodies;
    // Their published groups, in the same order.
    std::vector<Layer> groups;

    // A scalar's text for one authority; "" of other nodes.
    std::string text(const YamlNode& scalar,
                     const robots::Authority& authority = {}) const;

    // Whether the key of a map is true.
    bool is_set(const YamlNode& map, std::string_view key) const;

  private:
    const YamlNode* root(std::uint32_t file);
    const YamlNode* site_body();
    const YamlNode* find_template(std::string_view name, std::uint32_t file);
    void add_groups(const YamlNode& list, const std::string& template_name);

    const robots::Policy& policy_;
    const robots::Site& site_;
    const robots::Variables& overrides_;
    std::map<std::uint32_t, robots::loader::YamlDocument> documents_;
    std::map<std::uint32_t, robots::loader::VariableSet> variables_;
};

bool is_at(const YamlNode& node, const robots::Place& place);

}  // namespace robotsctl
