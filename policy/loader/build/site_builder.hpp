// Builds the sites of a policy, one after the other: what a site says is gone
// before the next one is read.

#ifndef ROBOTS_POLICY_LOADER_BUILD_SITE_BUILDER_HPP
#define ROBOTS_POLICY_LOADER_BUILD_SITE_BUILDER_HPP

#include "policy/loader/build/body_compiler.hpp"
#include "policy/loader/build/site_lint.hpp"
#include "policy/loader/entries/site_entries.hpp"
#include "policy/loader/entries/site_lists.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

class SiteBuilder {
  public:
    // All of these outlive it. Sites are added to `policy`, `bodies` compiles
    // what they serve and enforce, and `lint` looks at each that has no error.
    SiteBuilder(Policy& policy, BodyCompiler& bodies, SiteLint& lint,
                Findings& findings)
        : policy_(policy), bodies_(bodies), lint_(lint), findings_(findings) {}

    // Reads and builds all sites, with the hosts that they claim.
    void build(SiteLists& lists, const Reader& reader);

    // The site that answers for all other hosts.
    void build_default(SiteEntry& entry);

  private:
    enum class Role { site, fallback };
    Site& build(SiteEntry& entry, Role role);

    Policy& policy_;
    BodyCompiler& bodies_;
    SiteLint& lint_;
    Findings& findings_;
};

}  // namespace robots::loader

#endif
