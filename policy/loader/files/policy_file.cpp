#include "policy/loader/files/policy_file.hpp"

#include <algorithm>

#include "policy/site/host.hpp"

namespace robots::loader {

bool Include::allows(std::string_view key) const {
    return !may || std::find(may->begin(), may->end(), key) != may->end();
}

void GivenHosts::give(const std::string& file, const Text& host,
                      Findings& findings) {
    const auto [it, added] =
        owners_.try_emplace(host.value, Owner{file, host.value, host.place});
    if (!added && it->second.file != file) {
        findings.error(host.place, "host-claimed-twice",
                       "duplicate host " + cited(host.value) + ", first at " +
                           findings.where(it->second.place) +
                           "; only one file can have it");
    }
}

const GivenHosts::Owner* GivenHosts::owner_of(std::string_view host) const {
    if (const auto it = owners_.find(host); it != owners_.end()) {
        return &it->second;
    }
    if (is_wildcard(host)) {
        host.remove_prefix(kWildcard.size());
    }
    for (std::size_t dot = host.find('.'); dot != std::string_view::npos;
         dot = host.find('.')) {
        host.remove_prefix(dot + 1);
        const auto it =
            owners_.find(std::string(kWildcard) + std::string(host));
        if (it != owners_.end()) {
            return &it->second;
        }
    }
    return nullptr;
}

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
