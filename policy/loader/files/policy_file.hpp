// The YAML files of a policy: the main file, and the files that it includes. An
// item of `include` can limit the keys and the hosts that its files may have.

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

// An item of `hosts` of an include: a canonical host or "*.suffix" that only
// `file` may have. `file` is a path relative to the folder before the first
// wildcard in the pattern of the include.
struct GivenHost {
    std::string file;
    Text host;
};

// An item of `include`.
struct Include {
    Text files;              // a path or a pattern
    bool own_scope = false;  // templates and variables are per file
    // True for `on_error: keep`. If a file has errors, its last good version
    // stays in use. If it has no good version, the policy leaves the file out.
    bool keeps = false;
    std::size_t max_size = kMaxYaml;                   // octets per file
    std::optional<std::vector<std::string_view>> may;  // keys; nullopt: all
    std::optional<std::vector<GivenHost>> hosts;       // nullopt: any host

    // Whether the files of this item are "limited files", which may do less
    // than other included files, because their author may not be trusted.
    bool is_limited() const { return own_scope || may || hosts; }

    bool allows(std::string_view key) const;
};

// Maps each given host (struct GivenHost) to the file that may have it.
class GivenHosts {
  public:
    struct Owner {
        std::string file;  // path, as the loader opens it
        std::string host;  // as it is given, may be "*.suffix"
        Place place;
    };

    // Gives `host` to `file`. If `host` is already given to another file,
    // reports an error.
    void give(const std::string& file, const Text& host, Findings& findings);

    // Returns the owner of `host`, which may start with "*.". If `host` itself
    // has no owner, returns the owner of the longest "*.suffix" that matches
    // `host`. Returns nullptr if none matches.
    const Owner* owner_of(std::string_view host) const;

  private:
    std::map<std::string, Owner, std::less<>> owners_;
};

// What is known of a file from the previous load, which compiled its sites: the
// digest of its text, and the number of nodes in its YAML tree.
struct KnownText {
    std::uint64_t digest = 0;
    std::size_t nodes = 0;
};
using KnownTexts = std::map<std::string, KnownText>;  // by path

// One YAML file of a policy. Its `sites` are packed (PackedNodes). It is a
// "known file" if the previous load compiled its sites and its text has not
// changed since then. A known file is not parsed unless its sites must be
// compiled again.
struct PolicyFile {
    std::uint32_t index = 0;
    YamlDocument document;
    const Include* include = nullptr;      // nullptr: the main file
    std::optional<VariableSet> variables;  // its own, if it has any
    KnownText known;
    std::string text;         // of a known file, until it is parsed
    bool only_sites = false;  // has only `version` and `sites`
    bool is_known() const { return !text.empty(); }
};

// Returns whether the map `root` has only the keys `version` and `sites`.
bool has_only_sites(const YamlNode& root);

// Returns whether sites of other files depend on the file with the tree `root`,
// because it has crawlers, or templates that other files can use.
bool binds_others(const YamlNode& root, const Include& include);

// Returns a reader for `file`, made from `main`, the reader of the main file.
Reader reader_of(const PolicyFile& file, const Reader& main,
                 const EnforcementOverride& at_least);

}  // namespace robots::loader
