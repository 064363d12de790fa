// Reads the sites of a policy one after the other. A million sites would not
// fit into memory as YAML trees.

#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "policy/loader/entries/site_entries.hpp"
#include "policy/loader/files/policy_files.hpp"
#include "policy/loader/yaml/yaml_document.hpp"
#include "policy/site/enforcement.hpp"

namespace robots::loader {

// The `sites` of a file, packed and not read yet.
struct SiteList {
    PackedNodes items;  // empty if file->is_known()
    PolicyFile* file;
};

class SiteLists {
  public:
    // `at_least` is the least strict enforcement that included files may set.
    SiteLists(std::vector<SiteList> lists, EnforcementOverride at_least)
        : lists_(std::move(lists)), at_least_(std::move(at_least)) {}

    // Goes to the next file that has sites, and returns it. Returns nullptr
    // after the last file.
    PolicyFile* next_file();
    // Reads the next site of the file that next_file() returned, and the
    // `hosts_file` of the site. Returns nullopt after the last site. For a
    // known file (PolicyFile::is_known()), call take_parsed() first.
    std::optional<SiteEntry> next(const Reader& reader, PolicyFiles& files);
    // Takes the sites from the document of the file that next_file() returned.
    // Call it after PolicyFiles::parse_known().
    void take_parsed();

  private:
    std::vector<SiteList> lists_;
    EnforcementOverride at_least_;
    std::size_t lists_begun_ = 0;
    std::optional<Reader> reader_;  // of the current list
};

}  // namespace robots::loader
