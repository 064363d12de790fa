// Reads the sites of a policy one after the other, since a million sites would
// not fit into memory as trees.

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
    PackedNodes items;  // empty for a known file
    PolicyFile* file;
};

class SiteLists {
  public:
    // `at_least`: the least strict enforcement that included files may set.
    SiteLists(std::vector<SiteList> lists, EnforcementOverride at_least)
        : lists_(std::move(lists)), at_least_(std::move(at_least)) {}

    // Goes to the next file with sites; returns nullptr after the last.
    PolicyFile* next_file();
    // Reads the next site of that file, with its `hosts_file`; nullopt after
    // the last. A known file has no sites before take_parsed().
    std::optional<SiteEntry> next(const Reader& reader, PolicyFiles& files);
    // Takes the sites of that file from its document, after parse_known().
    void take_parsed();

  private:
    std::vector<SiteList> lists_;
    EnforcementOverride at_least_;
    std::size_t lists_begun_ = 0;
    std::optional<Reader> reader_;  // of the current list
};

}  // namespace robots::loader
