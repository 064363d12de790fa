// What the linter is asked about each site, and its findings as warnings.

#ifndef ROBOTS_POLICY_LOADER_SITE_LINT_HPP
#define ROBOTS_POLICY_LOADER_SITE_LINT_HPP

#include <set>
#include <string>
#include <tuple>

#include "lint/lint.hpp"
#include "loader/document.hpp"
#include "loader/policy_entry.hpp"
#include "loader/policy_files.hpp"
#include "policy.hpp"

namespace robots::loader {

class SiteLint {
  public:
    // All of these outlive it.
    SiteLint(PolicyEntry& policy, const CategoryTokens& categories,
             const Crawlers& crawlers, PolicyFiles& files, Findings& findings)
        : policy_(policy),
          categories_(categories),
          crawlers_(crawlers),
          files_(files),
          findings_(findings) {}

    // Warns of what is probably a mistake in `robots`, which was made of the
    // body of `site` without an error. What sites have from one template is
    // told once, where the template says it.
    void run(const SiteEntry& site, const Robots& robots);

  private:
    void lint_composed(const BodyEntry& body, const SiteEntry& site,
                       const Robots& robots);
    void lint_verbatim(const BodyEntry& body, const SiteEntry& site,
                       const Robots& robots);
    void describe(const BodyEntry& body, const SiteEntry& site,
                  const Robots& robots, lint::Subject& subject) const;
    void tell(const lint::Subject& subject, const Robots& robots,
              bool one_place);
    void warn(const lint::Findings& findings, bool one_place);

    using Told = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t,
                            lint::Code, std::string>;

    PolicyEntry& policy_;
    const CategoryTokens& categories_;
    const Crawlers& crawlers_;
    PolicyFiles& files_;
    Findings& findings_;
    std::set<const Robots*> linted_;
    std::set<Told> told_;
};

}  // namespace robots::loader

#endif
