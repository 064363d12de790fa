// The YAML files of a policy: which ones the main file includes, what these may
// have, and which hosts are theirs.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/loader/yaml/reader.hpp"
#include "policy/loader/yaml/yaml.hpp"

namespace robots::loader {

// A host or "*.suffix", in its canonical form, that the main file gives to a
// file. Its name is relative to the folder in which the pattern searches.
struct GivenHost {
    std::string file;
    Text host;
};

// An item of `include`.
struct Include {
    Text files;              // a path or a pattern
    bool own_scope = false;  // templates and variables of a file are its own
    // A file with errors stays in its last good version, or is left out.
    bool keeps = false;
    std::size_t max_size = kMaxYaml;                   // octets of a file
    std::optional<std::vector<std::string_view>> may;  // keys; nullopt: all
    std::optional<std::vector<GivenHost>> hosts;       // nullopt: all are free

    // Whether somebody may have written these files who must not do all that
    // an included file can do.
    bool is_limited() const { return own_scope || may || hosts; }

    bool allows(std::string_view key) const;
};

// Which file each host is given to.
class GivenHosts {
  public:
    struct Owner {
        std::string file;  // its path, as the loader opens it
        Place place;
    };

    // A host that another file has already is an error.
    void give(const std::string& file, const Text& host, Findings& findings);

    // The file that has `host`, which may have a "*." in front: by its name, or
    // else by the longest "*.suffix" over it. nullptr: no file has.
    const Owner* owner_of(std::string_view host) const;

  private:
    std::map<std::string, Owner, std::less<>> owners_;
};

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
