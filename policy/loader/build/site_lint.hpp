// Runs the linter on each site, and reports its findings as warnings.

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

// What the linter needs of a site in addition to its compiled body.
struct LintedSite {
    const SiteHosts& hosts;
    bool expectation_stated = false;
    bool is_default = false;
};

class SiteLint {
  public:
    // All arguments must outlive this object. `outer` must be the `enforce` at
    // the top level of the main file. `crawlers` must have at least the
    // crawlers of the catalogue. Warnings go to `findings`.
    SiteLint(const EnforcementOverride& outer, const Crawlers& crawlers,
             PolicyFiles& files, Findings& findings)
        : outer_(outer),
          crawlers_(crawlers),
          files_(files),
          findings_(findings) {}

    // Warns about probable mistakes in `compiled`, which must have been
    // compiled from the body of `site` without an error. Reports a mistake in a
    // template only once, at the place of the template, and not for each site
    // that uses it.
    void run(const LintedSite& site, const CompiledBody& compiled);

    // From now on, records in `file` all findings and all linted parts. nullptr
    // stops the recording.
    void note_in(CompiledFile* file) {
        noted_ = file;
        told_in_file_.clear();
    }
    // `file` has the results of the previous load. Its sites share parts of
    // templates with sites of other files. Returns whether the current load has
    // so far linted the same shared parts as the previous load had linted
    // before `file`.
    bool fits(const CompiledFile& file) const;
    // Reports the findings that are recorded in `file`, as if the sites of the
    // file were linted again. fits(file) must be true.
    void take_over(const CompiledFile& file);

  private:
    void lint_composed(const LintedSite& site, const CompiledBody& compiled);
    void lint_verbatim(const LintedSite& site, const CompiledBody& compiled);
    enum class Part { all, terms, site };
    // Returns which part of `compiled` is still to be linted, because no
    // earlier site has the same part: everything, the terms (crawl-delay,
    // rates, visit times and enforcement), or only what depends on the site
    // itself.
    Part new_part(const CompiledBody& compiled);
    static void describe(const LintedSite& site, const CompiledBody& compiled,
                         lint::Subject& subject);
    void tell(const lint::Subject& subject, Part part,
              const lint::CodeSet& ignored);
    // Records that this combination of arguments is linted. Returns false if it
    // was linted before.
    bool begin(const std::string& document, const std::string& ignored,
               const std::string& enforcement);
    void warn(const lint::Remarks& findings, const lint::CodeSet& ignored,
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
    // The combinations for which begin() was called: hashes of the document's
    // key, the ignored warnings and the enforcement. The enforcement is "" for
    // findings that do not depend on enforcement.
    std::unordered_set<LintKey, FirstWord> linted_;
    std::set<Told> told_;
    CompiledFile* noted_ = nullptr;
    std::set<Told> told_in_file_;  // findings since note_in()
};

}  // namespace robots::loader
