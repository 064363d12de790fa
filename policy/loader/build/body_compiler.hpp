// Compiles a body, which is what a site or a template says besides its hosts,
// into what is served and enforced.
//
// The steps, for a site with `template: shop` and `groups: [...]`:
//
//     Templates::resolve   lays the site's keys over those of `shop`
//     compose              its groups as the lines of a robots.txt
//     Groups               the same, compiled: groups by token, rules to match
//     publish              the text, each token in one group
//     find_misreading      reads the text back and compares
//     PrivateTerms         compares private groups with those that it shows
//     settings_of          what else is enforced: max_age, suspend, headers
//
// Sites that say nothing but `template: shop` share one result. Those that say
// only what is in no robots.txt, such as `x_robots_tag` or `enforce`, share its
// document, text and rules.

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

// A body, and what it was compiled to.
struct CompiledBody {
    std::shared_ptr<const Robots> robots;  // nullptr after an error
    BodyEntry body;                        // merged
    Documents documents;                   // none if it is verbatim
    Groups published;  // of the published one; robots->groups are enforced
    std::shared_ptr<const std::string> text;  // for the sample authority
    // That template's documents and text, which other sites have, too.
    const TemplateKey* of_template = nullptr;
};

class BodyCompiler {
  public:
    // All of these outlive it. `outer` is the enforcement of the file, and
    // `budgets` are those of all sites; `crawlers` have the catalogue and those
    // that the policy adds.
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

    // What `body` serves and enforces; bodies that are one template and nothing
    // else share it. It is there until the next body is compiled.
    const CompiledBody& compile(BodyEntry body);

    // What is compiled up to end_file() is noted there. It is `limited` if
    // somebody wrote the file who must not take the limits of all.
    void begin_file(CompiledFile& note, bool limited);
    void end_file();

    // Whether what was compiled before the sites of that file is as it was.
    bool fits(const CompiledFile& file) const;
    // As if those sites were compiled again.
    void take_over(const CompiledFile& file);
    // What sites have that say no more than their template, which is compiled.
    const std::shared_ptr<const Robots>& of_template(
        const TemplateKey& key) const {
        return of_template_.at(key).robots;
    }

    // The product tokens that groups and budgets name, in the policy or in
    // verbatim files. Each once, where it was first met.
    std::vector<Text> named_tokens() const;

  private:
    CompiledBody compile_own(BodyEntry body);
    // The result for a body that has only the template of `body`.
    const CompiledBody& compile_template(const BodyEntry& body);
    // The template of a body that composes nothing of its own; nullptr for
    // other bodies, and if the template has an error.
    const CompiledBody* base_of(const BodyEntry& body);
    CompiledBody compile_over(const CompiledBody& base, const BodyEntry& body);
    // The same text, if a site of any template has it already.
    const Body& shared(Body body);
    std::shared_ptr<Robots> robots_of(CompiledBody& compiled);
    bool compile_views(CompiledBody& compiled, Robots& robots);
    bool publish(RobotsTxt& document, const Groups& groups,
                 const BodyEntry& body, Robots& robots, std::string& rendered);
    // `rendered` becomes the robots.txt for the sample authority, in all of
    // these.
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
    CompiledBody own_;  // of the last body that shares nothing
    GroupPool shared_groups_;
    std::unordered_multimap<std::uint64_t, Body> shared_texts_;  // by hash
    EnforcementPool shared_enforcement_;
    EnforcedGroups enforced_{shared_enforcement_};
    SharedPool<Shared<SiteSettings>> shared_settings_;
    std::map<std::string, Text> named_;  // by folded token
    CompiledFile* noted_ = nullptr;
    bool limited_ = false;  // that file
};

}  // namespace robots::loader
