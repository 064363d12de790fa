// Compiles and lints the sites of a policy, one after the other. For an
// included file that has not changed, it takes over the results of the previous
// load instead.

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
    // All arguments must outlive this builder. `before` has the results of the
    // previous load, or is nullptr if no results exist. It must have the
    // results for each file of `files` that is known (PolicyFile::is_known()).
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

    // Adds all sites to the policy. Frees the SiteEntry of each site before it
    // reads the next site.
    void build(SiteLists& sites, std::optional<SiteEntry> default_site);

    // Returns the results that the next load can take over, which are the
    // results for included files that have only sites. The fields `others` and
    // `numbers` of the returned object are not set.
    CompiledFiles take_compiled() { return std::move(compiled_); }

  private:
    void build_file(SiteLists& sites, PolicyFile& file);
    void take_over(const CompiledFile& file, std::uint32_t index);
    // Calls build(), which must build the sites of `file`, and records the
    // results in `compiled_`.
    template <class Build>
    void noting(PolicyFile& file, Build build);
    Site& build_site(SiteEntry& entry, bool is_default);
    // Claims `hosts` for `site`, and gives the site its name. `site` must
    // already be in the policy.
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
