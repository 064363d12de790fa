// Files that the main file includes: which, what they may have, and which hosts
// are theirs.

#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/loader/yaml/reader.hpp"
#include "policy/loader/yaml/yaml_document.hpp"

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

}  // namespace robots::loader
