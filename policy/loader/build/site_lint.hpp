// Lints each site, and reports the findings as warnings.

#pragma once

#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "policy/lint/lint.hpp"
#include "policy/loader/build/body_compiler.hpp"
#include "policy/loader/files/policy_files.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

// The parts of a site that are not in its compiled body.
struct LintedSite {
    const SiteEntry& entry;  // its body may be moved from
    Place place;             // of its body
    bool expectation_stated = false;
    bool is_default = false;
};

class SiteLint {
  public:
    // All of these outlive it. `outer` is the enforcement of the file,
    // `crawlers` at least the catalogue. Warnings go to `findings`.
    SiteLint(const EnforcementOverride& outer, const Crawlers& crawlers,
             PolicyFiles& files, Findings& findings)
        : outer_(outer),
          crawlers_(crawlers),
          files_(files),
          findings_(findings) {}

    // Warns about probable mistakes in `compiled`, which was compiled of the
    // body of `site` without an error. A mistake in a template is reported
    // once, at the template, however many sites use it.
    void run(const LintedSite& site, const CompiledBody& compiled);

  private:
    void lint_composed(const LintedSite& site, const CompiledBody& compiled);
    void lint_verbatim(const LintedSite& site, const CompiledBody& compiled);
    enum class Part { all, terms, site };
    // What has not yet been linted for a site of the same template.
    Part new_part(const CompiledBody& compiled);
    static void describe(const LintedSite& site, const CompiledBody& compiled,
                         lint::Subject& subject);
    void tell(const lint::Subject& subject, Part part,
              const lint::CodeSet& ignored);
    void warn(const lint::Findings& findings, const lint::CodeSet& ignored,
              bool one_place);

    using Told = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t,
                            lint::Code, std::string>;

    const EnforcementOverride& outer_;
    const Crawlers& crawlers_;
    PolicyFiles& files_;
    Findings& findings_;
    // What was linted of templates: the key of the document, the ignored
    // warnings, and the enforcement, or "" for all that does not depend on it.
    std::set<std::tuple<std::string, std::string, std::string>> linted_;
    std::set<Told> told_;
};

}  // namespace robots::loader
