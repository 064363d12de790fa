// One YAML file of a policy.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "policy/loader/files/include.hpp"
#include "policy/loader/yaml/reader.hpp"
#include "policy/loader/yaml/yaml.hpp"

namespace robots::loader {

// The text of a file whose sites are compiled already.
struct KnownText {
    std::uint64_t digest = 0;
    std::size_t nodes = 0;
};
using KnownTexts = std::map<std::string, KnownText>;  // by path

// One YAML file. Its `sites` are packed.
struct PolicyFile {
    std::uint32_t index = 0;
    YamlDocument document;
    const Include* include = nullptr;      // that it is for; nullptr: the main
    std::optional<VariableSet> variables;  // of its own
    KnownText known;
    std::string text;         // of one that was known, and is not parsed
    bool only_sites = false;  // and `version`
    bool is_known() const { return !text.empty(); }
};

// Whether such a tree has nothing but `version` and `sites`.
bool has_only_sites(const YamlNode& root);

// Whether sites of other files depend on what this one says.
bool binds_others(const YamlNode& root, const Include& include);

// The reader of a file, made of that of the main file.
Reader reader_of(const PolicyFile& file, const Reader& main,
                 const EnforcementOverride& at_least);

}  // namespace robots::loader
