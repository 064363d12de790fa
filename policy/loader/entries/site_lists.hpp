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

namespace robots::loader {

class SiteLists {
  public:
    // `lists`: the `sites` of each file.
    explicit SiteLists(std::vector<PackedNodes> lists)
        : lists_(std::move(lists)) {}

    // Reads the next site, with its `hosts_file`; nullopt behind the last.
    std::optional<SiteEntry> next(const Reader& reader, PolicyFiles& files);

  private:
    std::vector<PackedNodes> lists_;
    std::size_t list_ = 0;  // that the next site is in
};

}  // namespace robots::loader
