// The sites of a policy, read one after the other, since a million of them
// would not fit into memory as trees.

#ifndef ROBOTS_POLICY_LOADER_ENTRIES_SITE_LISTS_HPP
#define ROBOTS_POLICY_LOADER_ENTRIES_SITE_LISTS_HPP

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "policy/loader/entries/site_entries.hpp"
#include "policy/loader/yaml/packed_nodes.hpp"
#include "policy/loader/yaml/policy_files.hpp"

namespace robots::loader {

// One file's `sites`.
struct SiteList {
    Stage stage = 0;  // of what is wrong with their values
    PackedNodes items;
    bool has_hosts_files = false;
};

class SiteLists {
  public:
    explicit SiteLists(std::vector<SiteList> lists)
        : lists_(std::move(lists)) {}

    // Reads the sites with a `hosts_file`, and these files. This comes before
    // all other sites, so that files are numbered in the order of the policy.
    void read_hosts_files(const Reader& reader, PolicyFiles& files);

    // Reads the next site; nullopt behind the last.
    std::optional<SiteEntry> next(const Reader& reader);

  private:
    void read_apart(const Reader& reader, SiteList& list, std::uint32_t number);

    std::vector<SiteList> lists_;
    std::size_t list_ = 0;      // that the next site is in
    std::uint32_t number_ = 0;  // of the next site, in all lists
    std::map<std::uint32_t, SiteEntry> apart_;  // by number
};

}  // namespace robots::loader

#endif
