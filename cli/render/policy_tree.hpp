// Reads the YAML of a site's robots.txt again, because a loaded policy lacks
// the places (file, line, column) of most lines.

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

// The YAML map of a body (what a site or a template says about robots.txt) or
// of a group. `template_name` is the template that contains the map; it is
// empty if the map is the site's own.
struct Layer {
    const YamlNode* map = nullptr;
    std::string template_name{};
    bool is_group = false;
};

class PolicyTree {
  public:
    // `policy` must have been loaded with `overrides`. All arguments must
    // outlive this object. Leaves out parts of the policy that are no longer in
    // the files.
    PolicyTree(const robots::Policy& policy, const robots::Site& site,
               const robots::Variables& overrides);

    // The site's body, then the body of its template, then the body of the
    // template's template, and so on.
    std::vector<Layer> bodies;
    // The published groups of these bodies, in the same order.
    std::vector<Layer> groups;

    // Returns a scalar's text, with its variables filled in for one authority;
    // "" if the node is not a scalar.
    std::string text(const YamlNode& scalar,
                     const robots::Authority& authority = {}) const;

    // Whether the value of a key in a map is true.
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
