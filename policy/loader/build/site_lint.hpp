// Lints each site, and reports the findings as warnings.

#pragma once

#include <set>
#include <string>
#include <tuple>
#include <unordered_set>
#include <vector>

#include "policy/lint/lint.hpp"
#include "policy/loader/build/body_compiler.hpp"
#include "policy/loader/files/policy_files.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

// The parts of a site that are not in its compiled body.
struct LintedSite {
    const SiteHosts& hosts;
    bool expectation_stated = false;
    bool is_default = false;
};

class SiteLint {
  public:
    // All arguments must outlive this object. `outer` must be the enforcement
    // at the top level of the main file; `crawlers` must have at least the
    // catalogue. Warnings go to `findings`.
    SiteLint(const EnforcementOverride& outer, const Crawlers& crawlers,
             PolicyFiles& files, Findings& findings)
        : outer_(outer),
          crawlers_(crawlers),
          files_(files),
          findings_(findings) {}

    // Warns about probable mistakes in `compiled`, which must have been
    // compiled from the body of `site` without an error. A mistake in a
    // template is reported once, at the template, however many sites use it.
    void run(const LintedSite& site, const CompiledBody& compiled);

    // Records in `file` what is linted from now on; nullptr stops this.
    void note_in(CompiledFile* file) {
        noted_ = file;
        told_in_file_.clear();
    }
    // The sites of `file` share parts of templates with other sites. Returns
    // whether this load has already linted exactly those of the parts that the
    // earlier load had linted before these sites.
    bool fits(const CompiledFile& file) const;
    // Reports the findings of `file` as if its sites were linted again.
    // fits(file) must be true.
    void take_over(const CompiledFile& file);

  private:
    void lint_composed(const LintedSite& site, const CompiledBody& compiled);
    void lint_verbatim(const LintedSite& site, const CompiledBody& compiled);
    enum class Part { all, terms, site };
    // Returns what no earlier site of the same template was linted for: all,
    // terms (pace and enforcement), or only what depends on the site.
    Part new_part(const CompiledBody& compiled);
    static void describe(const LintedSite& site, const CompiledBody& compiled,
                         lint::Subject& subject);
    void tell(const lint::Subject& subject, Part part,
              const lint::CodeSet& ignored);
    // Notes that this part is linted; returns false if it was linted before.
    bool begin(const std::string& document, const std::string& ignored,
               const std::string& enforcement);
    void warn(const lint::Findings& findings, const lint::CodeSet& ignored,
              bool one_place);
    void warn(const LintFinding& each);

    using Told = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t,
                            std::string_view, std::string>;
    struct FirstWord {
        std::size_t operator()(const LintKey& key) const { return key[0]; }
    };
    static Told told_as(const LintFinding& each);

    const EnforcementOverride& outer_;
    const Crawlers& crawlers_;
    PolicyFiles& files_;
    Findings& findings_;
    // The parts of templates that were linted: hashes of the document's key,
    // the ignored warnings, and the enforcement, or "" for the findings that do
    // not depend on enforcement.
    std::unordered_set<LintKey, FirstWord> linted_;
    std::set<Told> told_;
    CompiledFile* noted_ = nullptr;
    std::set<Told> told_in_file_;  // for the file of noted_
};

}  // namespace robots::loader
