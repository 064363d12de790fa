#include "cli/render/policy_tree.hpp"

#include "policy/loader/build/templates.hpp"
#include "policy/loader/files/source.hpp"
#include "policy/loader/yaml/yaml.hpp"

namespace robotsctl {

using robots::loader::Findings;

namespace {

// Returns the value of a key if `node` is a map with this key; otherwise
// nullptr.
const YamlNode* value_of(const YamlNode* node, std::string_view key) {
    return node != nullptr && node->kind == YamlNode::Kind::map
               ? robots::loader::find_key(*node, key)
               : nullptr;
}

}  // namespace

bool is_at(const YamlNode& node, const robots::Place& place) {
    return node.place.file == place.file && node.place.line == place.line &&
           node.place.column == place.column;
}

PolicyTree::PolicyTree(const robots::Policy& policy, const robots::Site& site,
                       const robots::Variables& overrides)
    : policy_(policy), site_(site), overrides_(overrides) {
    root(0);  // first: its variables apply to all files
    bool undone = false;
    Layer body{site_body()};
    while (body.map != nullptr &&
           bodies.size() <= robots::loader::kMaxTemplateDepth) {
        bodies.push_back(body);
        const YamlNode* list = value_of(body.map, "groups");
        undone = undone || (list != nullptr && list->says_null);
        if (list != nullptr && !undone) {
            add_groups(*list, body.template_name);
        }
        const YamlNode* name = value_of(body.map, "template");
        body.template_name = name != nullptr ? text(*name) : "";
        body.map = name != nullptr
                       ? find_template(body.template_name, name->place.file)
                       : nullptr;
    }
}

const YamlNode* PolicyTree::root(std::uint32_t file) {
    const auto [it, added] = documents_.try_emplace(file);
    if (!added) {
        return &it->second.root();
    }
    const auto source = robots::loader::read_source(
        robots::loader::open_file(policy_.files[file]),
        robots::loader::kMaxYaml);
    Findings findings;
    auto document =
        robots::loader::parse_yaml(source.text, file, findings, "sites");
    if (findings.errors() == 0) {  // not if the file is a robots.txt
        it->second = std::move(document);
    }
    const YamlNode* root = &it->second.root();
    auto& variables =
        variables_.try_emplace(file, file == 0 ? nullptr : &variables_.at(0))
            .first->second;
    const YamlNode* own = value_of(root, "variables");
    for (std::uint32_t i = 0; own != nullptr && i + 1 < own->size; i += 2) {
        variables.declare(std::string(own->items[i].text),
                          std::string(own->items[i + 1].text), {});
    }
    for (const auto& [name, value] : overrides_) {
        if (file == 0) {
            variables.override_value(name, value);
        }
    }
    return root;
}

const YamlNode* PolicyTree::site_body() {
    const YamlNode* other = value_of(root(site_.place.file), "default");
    if (other != nullptr && is_at(*other, site_.place)) {
        return other;
    }
    auto& sites = documents_.at(site_.place.file).packed();
    while (sites.size() > 0) {
        const YamlNode& site = sites.take();
        if (is_at(site, site_.place)) {
            return &site;
        }
    }
    return nullptr;
}

// Looks for the template first in `file`, and then in all files in order.
const YamlNode* PolicyTree::find_template(std::string_view name,
                                          std::uint32_t file) {
    const YamlNode* found = value_of(value_of(root(file), "templates"), name);
    for (std::uint32_t i = 0; found == nullptr && i < policy_.files.size();
         ++i) {
        found = value_of(value_of(root(i), "templates"), name);
    }
    return found;
}

void PolicyTree::add_groups(const YamlNode& list,
                            const std::string& template_name) {
    for (const YamlNode& group : list) {
        if (!is_set(group, "private")) {
            groups.push_back({&group, template_name, true});
        }
    }
}

std::string PolicyTree::text(const YamlNode& scalar,
                             const robots::Authority& authority) const {
    Findings findings;
    const auto text =
        variables_.at(scalar.place.file)
            .substitute(scalar.text, robots::loader::PerRequest::allowed,
                        scalar.place, findings);
    return robots::Body(text.value_or("")).render(authority);
}

bool PolicyTree::is_set(const YamlNode& map, std::string_view key) const {
    const YamlNode* value = value_of(&map, key);
    return value != nullptr && text(*value) == "true";
}

}  // namespace robotsctl
