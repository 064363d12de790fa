// The YAML files of a policy: which files the main file includes, which keys
// the included files may have, and which hosts they are given.

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

// A canonical host or "*.suffix" that the main file gives to a file. `file` is
// relative to the folder in front of the first wildcard of the pattern.
struct GivenHost {
    std::string file;
    Text host;
};

// An item of `include`.
struct Include {
    Text files;              // a path or a pattern
    bool own_scope = false;  // each file alone uses its templates and variables
    // `on_error: keep`: the last good version of a file with errors stays in
    // use; without a good version, the file is left out.
    bool keeps = false;
    std::size_t max_size = kMaxYaml;                   // octets of a file
    std::optional<std::vector<std::string_view>> may;  // the keys; nullopt: all
    std::optional<std::vector<GivenHost>> hosts;       // nullopt: any host

    // Whether these files may do less than other included files, since their
    // author may not be trusted.
    bool is_limited() const { return own_scope || may || hosts; }

    bool allows(std::string_view key) const;
};

// Maps each given host to the file that has it.
class GivenHosts {
  public:
    struct Owner {
        std::string file;  // its path, as the loader opens it
        std::string host;  // as it is given
        Place place;
    };

    // Gives `host` to `file`. A host that another file has already is an error.
    void give(const std::string& file, const Text& host, Findings& findings);

    // Returns the file that is given `host` (which may start with "*."), or
    // else the file of the longest "*.suffix" over `host`; or nullptr.
    const Owner* owner_of(std::string_view host) const;

  private:
    std::map<std::string, Owner, std::less<>> owners_;
};

// For a file whose sites the previous load compiled: the digest of its text,
// and how many nodes its tree has.
struct KnownText {
    std::uint64_t digest = 0;
    std::size_t nodes = 0;
};
using KnownTexts = std::map<std::string, KnownText>;  // by path

// One YAML file. Its `sites` are packed.
struct PolicyFile {
    std::uint32_t index = 0;
    YamlDocument document;
    const Include* include = nullptr;      // nullptr: the main file
    std::optional<VariableSet> variables;  // of its own
    KnownText known;
    std::string text;         // of a known file, which is not parsed
    bool only_sites = false;  // only `version` and `sites`
    bool is_known() const { return !text.empty(); }
};

// Whether a file's tree has no keys but `version` and `sites`.
bool has_only_sites(const YamlNode& root);

// Whether sites of other files depend on this file: it has crawlers, or
// templates that are not only its own.
bool binds_others(const YamlNode& root, const Include& include);

// Returns the reader for a file, made from the reader of the main file.
Reader reader_of(const PolicyFile& file, const Reader& main,
                 const EnforcementOverride& at_least);

}  // namespace robots::loader
