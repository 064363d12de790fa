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

    // From now on, what is linted is noted there; nullptr: no longer.
    void note_in(CompiledFile* file) {
        noted_ = file;
        told_in_file_.clear();
    }
    // Whether what was linted before the sites of that file is as it was.
    bool fits(const CompiledFile& file) const;
    // As if those sites were linted again.
    void take_over(const CompiledFile& file);

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
    // Whether that is the first time.
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
    // What was linted of templates: hashes of the key of the document, the
    // ignored warnings, and the enforcement, or "" for all that does not depend
    // on it.
    std::unordered_set<LintKey, FirstWord> linted_;
    std::set<Told> told_;
    CompiledFile* noted_ = nullptr;
    std::set<Told> told_in_file_;  // of that file
};

}  // namespace robots::loader
