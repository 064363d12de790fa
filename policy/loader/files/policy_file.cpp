#include "policy/loader/files/policy_file.hpp"

namespace robots::loader {

bool binds_others(const YamlNode& root, const Include& include) {
    const auto has = [&root](std::string_view key) {
        return root.kind == YamlNode::Kind::map &&
               find_key(root, key) != nullptr;
    };
    return has("crawlers") || (has("templates") && !include.own_scope);
}

bool has_only_sites(const YamlNode& root) {
    if (root.kind != YamlNode::Kind::map) {
        return false;
    }
    for (std::uint32_t i = 0; i < root.size; i += 2) {
        const std::string_view key = root.items[i].text;
        if (key != "version" && key != "sites") {
            return false;
        }
    }
    return true;
}

Reader reader_of(const PolicyFile& file, const Reader& main,
                 const EnforcementOverride& at_least) {
    return file.include == nullptr
               ? main
               : main.of_included(
                     file.variables ? *file.variables : main.variables(),
                     at_least);
}

}  // namespace robots::loader
