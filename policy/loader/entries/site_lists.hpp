// The sites of a policy, read one after the other, since a million of them
// would not fit into memory as trees.

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

// The `sites` of a file, not read yet.
struct SiteList {
    PackedNodes items;  // none of a file that is known
    PolicyFile* file;
};

class SiteLists {
  public:
    // `at_least`: what included files may say of enforcement.
    SiteLists(std::vector<SiteList> lists, EnforcementOverride at_least)
        : lists_(std::move(lists)), at_least_(std::move(at_least)) {}

    // The file that has the next sites; nullptr behind the last.
    PolicyFile* next_file();
    // Reads the next site of that file, with its `hosts_file`; nullopt behind
    // its last. None of a file that is known.
    std::optional<SiteEntry> next(const Reader& reader, PolicyFiles& files);
    // Takes the sites of that file, which was known and is parsed now.
    void take_parsed();

  private:
    std::vector<SiteList> lists_;
    EnforcementOverride at_least_;
    std::size_t lists_begun_ = 0;
    std::optional<Reader> reader_;  // of that list
};

}  // namespace robots::loader
