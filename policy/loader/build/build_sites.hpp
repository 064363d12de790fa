// Compiles and lints the sites of a policy, one after the other, or takes over
// what the load before made of their file.

#pragma once

#include <memory>
#include <set>
#include <string>

#include "policy/loader/build/body_compiler.hpp"
#include "policy/loader/build/compiled_files.hpp"
#include "policy/loader/build/host_rights.hpp"
#include "policy/loader/build/site_lint.hpp"
#include "policy/loader/entries/site_lists.hpp"

namespace robots::loader {

class SiteBuilder {
  public:
    // All of these outlive it. `before`: what the load before made of files
    // that are known to `files`; nullptr: nothing.
    SiteBuilder(Policy& policy, BodyCompiler& bodies, SiteLint& lint,
                const Reader& reader, PolicyFiles& files,
                const CompiledFiles* before)
        : policy_(policy),
          bodies_(bodies),
          lint_(lint),
          reader_(reader),
          findings_(reader.findings()),
          files_(files),
          before_(before),
          claims_(policy, files),
          rights_(files, policy, reader.findings()) {}

    // Adds all sites to the policy. What a site says is gone before the next
    // one is read.
    void build(SiteLists& sites, std::optional<SiteEntry> default_site);

    // Of the files that have only sites, and whose next load can take them
    // over. `others` of it is not set.
    CompiledFiles take_compiled() { return std::move(compiled_); }

  private:
    void build_file(SiteLists& sites, PolicyFile& file);
    void take_over(const CompiledFile& file, std::uint32_t index);
    // Calls build() with a note of all that is made of `file`.
    template <class Build>
    void noting(PolicyFile& file, Build build);
    Site& build_site(SiteEntry& entry, bool is_default);
    // Gives a site that was added its hosts and its name.
    void settle(SiteHosts& hosts, Site& site);

    Policy& policy_;
    BodyCompiler& bodies_;
    SiteLint& lint_;
    const Reader& reader_;
    Findings& findings_;
    PolicyFiles& files_;
    const CompiledFiles* before_;
    ClaimedHosts claims_;
    HostRights rights_;
    SiteNames names_;
    CompiledFiles compiled_;
    CompiledFile* noted_ = nullptr;
};

}  // namespace robots::loader
