// Compiles the body of a site or a template (all its keys but the hosts) to
// what is served and enforced.
//
// The steps, for a site with `template: shop` and `groups: [...]`:
//
//     Templates::resolve   merges the site's keys with those of `shop`
//     compose              its groups as the lines of a robots.txt
//     Groups               compiled from these lines: rules for each token
//     publish              the text, each token in one group
//     find_misreading      reads the text back and compares
//     PrivateTerms         compares private groups with the published ones
//     settings_of          what else the site has: max_age, suspend, headers
//
// Sites that add nothing to `template: shop` share one result. Sites that add
// only keys which do not change robots.txt, like `x_robots_tag` or `enforce`,
// share the template's document, text and rules.

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "policy/loader/build/compiled_files.hpp"
#include "policy/loader/build/document.hpp"
#include "policy/loader/build/enforced_groups.hpp"
#include "policy/loader/build/private_terms.hpp"
#include "policy/loader/build/site_budgets.hpp"
#include "policy/loader/build/templates.hpp"
#include "policy/loader/entries/site_entries.hpp"
#include "policy/loader/files/policy_files.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

// A body, and the result of compiling it.
struct CompiledBody {
    std::shared_ptr<const Robots> robots;  // nullptr after an error
    BodyEntry body;                        // merged
    Documents documents;                   // none for a verbatim robots.txt
    Groups published;  // of documents.published; robots->groups are enforced
    std::shared_ptr<const std::string> text;  // rendered for sample_authority()
    // Set if `documents` and `text` come from this template; then other sites
    // share them.
    const TemplateKey* of_template = nullptr;
};

class BodyCompiler {
  public:
    // All arguments must outlive this compiler. `outer` must be the enforcement
    // at the top level of the main file, and `budgets` the budgets there, which
    // all sites share. `crawlers` must have the crawlers of the catalogue and
    // those that the policy adds.
    BodyCompiler(const EnforcementOverride& outer,
                 const std::vector<BudgetEntry>& budgets,
                 const CatalogueTokens& catalogue, const Crawlers& crawlers,
                 Templates& templates, PolicyFiles& files, Findings& findings)
        : outer_(outer),
          catalogue_(catalogue),
          templates_(templates),
          files_(files),
          findings_(findings),
          private_terms_(crawlers, findings),
          budgets_(budgets, catalogue, crawlers, files.all().front()->index,
                   findings) {
        name_all(budgets);
    }

    // Returns what `body` serves and enforces. Bodies that only name the same
    // template share one result. The reference is valid until the next call.
    const CompiledBody& compile(BodyEntry body);

    // Records in `note` all that is compiled up to end_file(). A `limited` file
    // may use only a twentieth of the policy's limits, since its author is not
    // trusted.
    void begin_file(CompiledFile& note, bool limited);
    void end_file();

    // Whether this load has already compiled the templates whose results the
    // sites of `file` share.
    bool fits(const CompiledFile& file) const;
    // Does what compiling the sites of `file` again would do, except making
    // results: notes the used templates and the named tokens, repeats the
    // warnings, and adds to the counts. fits(file) must be true.
    void take_over(const CompiledFile& file);
    // The result for sites that only name this template, which must be compiled
    // already.
    const std::shared_ptr<const Robots>& of_template(
        const TemplateKey& key) const {
        return of_template_.at(key).robots;
    }

    // The product tokens that groups and budgets name.
    const NamedTokens& named() const { return named_; }

  private:
    CompiledBody compile_own(BodyEntry body);
    // Returns the result for a body that only names the template of `body`.
    const CompiledBody& compile_template(const BodyEntry& body);
    // If the body adds nothing to the robots.txt of its template, returns the
    // compiled template. Otherwise, and if the template is invalid, nullptr.
    const CompiledBody* base_of(const BodyEntry& body);
    CompiledBody compile_over(const CompiledBody& base, const BodyEntry& body);
    // Returns the kept Body that equals `body`. If none does, keeps `body` and
    // returns it.
    const Body& shared(Body body);
    std::shared_ptr<Robots> robots_of(CompiledBody& compiled);
    bool compile_views(CompiledBody& compiled, Robots& robots);
    bool publish(RobotsTxt& document, const Groups& groups,
                 const BodyEntry& body, Robots& robots, std::string& rendered);
    // These functions set `rendered` to the robots.txt for the sample
    // authority.
    std::shared_ptr<Robots> compile_groups(CompiledBody& compiled,
                                           std::string& rendered);
    std::shared_ptr<Robots> compile_robots_txt(const BodyEntry& body,
                                               std::string& rendered);
    bool is_cheap(const BodyEntry& body, const Groups& groups);
    Shared<SiteSettings> settings_of(const BodyEntry& body);
    void name(const std::string& token, const Place& place);
    void name_all(const std::vector<BudgetEntry>& budgets);

    const EnforcementOverride& outer_;
    const CatalogueTokens& catalogue_;
    Templates& templates_;
    PolicyFiles& files_;
    Findings& findings_;
    PrivateTerms private_terms_;
    BudgetCompiler budgets_;
    std::map<TemplateKey, CompiledBody> of_template_;
    CompiledBody own_;  // the last result that is not shared
    GroupPool shared_groups_;
    std::unordered_multimap<std::uint64_t, Body> shared_texts_;  // by hash
    EnforcementPool shared_enforcement_;
    EnforcedGroups enforced_{shared_enforcement_};
    SharedPool<Shared<SiteSettings>> shared_settings_;
    NamedTokens named_;
    CompiledFile* noted_ = nullptr;
    bool limited_ = false;  // noted_ is a limited file
};

}  // namespace robots::loader
