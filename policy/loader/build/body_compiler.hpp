// Compiles the body of a site or a template to what is served and enforced. A
// body is all keys of a site except its hosts, ports and schemes.
//
// The steps, for a site with `template: shop` and `groups: [...]`:
//
//     Templates::resolve   merges the site's keys with those of `shop`
//     compose              makes the lines of a robots.txt from the groups
//     Groups               compiles these lines to the rules of each token
//     publish              makes the text, with each token in one group
//     find_misreading      reads the text back and compares
//     PrivateTerms         compares private groups with the published ones
//     settings_of          makes other settings: max_age, suspend, headers
//
// Sites that add no keys to `template: shop` share one result. Sites that add
// only keys like `x_robots_tag` or `enforce`, which do not change robots.txt,
// share the document, the text and the rules of the template.

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
    BodyEntry body;                        // merged with its templates
    Documents documents;                   // empty for a verbatim robots.txt
    Groups published;                      // compiled from documents.published
    std::shared_ptr<const std::string> text;  // rendered for sample_authority()
    // If `documents` and `text` come from a template and are shared with other
    // sites, this is the key of the template. Otherwise nullptr.
    const TemplateKey* of_template = nullptr;
};

class BodyCompiler {
  public:
    // All arguments must outlive this compiler. `outer` must be the `enforce`
    // at the top level of the main file. `budgets` must be the `budgets` at the
    // top level, which all sites share. `crawlers` must have the crawlers of
    // the catalogue and the crawlers that the policy adds.
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

    // Returns the result of compiling `body`. All bodies that have only the key
    // `template`, with the same template, share one result. The returned
    // reference is valid until the next call.
    const CompiledBody& compile(BodyEntry body);

    // begin_file() starts to record in `note` everything that is compiled for
    // one included file; end_file() stops it. If `limited` is true
    // (Include::is_limited()), the file may use only a twentieth of the limits
    // of EnforcedGroups and PrivateTerms, because its author may not be
    // trusted.
    void begin_file(CompiledFile& note, bool limited);
    void end_file();

    // `file` has the results of the previous load. The sites of `file` share
    // the compiled results of some templates. Returns whether the current load
    // has already compiled all these templates.
    bool fits(const CompiledFile& file) const;
    // Uses the earlier results in `file` and compiles nothing. Marks the
    // templates of `file` as used, adds file.named to named(), repeats the
    // warnings in `file`, and counts its groups and its work for the limits of
    // EnforcedGroups and PrivateTerms. fits(file) must be true.
    void take_over(const CompiledFile& file);
    // Returns the result for sites that have only the key `template` with the
    // template `key`. This template must be compiled already.
    const std::shared_ptr<const Robots>& of_template(
        const TemplateKey& key) const {
        return of_template_.at(key).robots;
    }

    // Returns the product tokens in all groups and budgets compiled so far.
    const NamedTokens& named() const { return named_; }

  private:
    CompiledBody compile_own(BodyEntry body);
    // Returns the result for a body that has only the key `template` of `body`.
    const CompiledBody& compile_template(const BodyEntry& body);
    // Returns the compiled template of `body`, or nullptr if a key of `body`
    // changes the robots.txt of the template, or if the template is invalid.
    const CompiledBody* base_of(const BodyEntry& body);
    CompiledBody compile_over(const CompiledBody& base, const BodyEntry& body);
    // Returns an equal Body from `shared_texts_`. If none is equal, first adds
    // `body` to `shared_texts_`.
    const Body& shared(Body body);
    std::shared_ptr<Robots> robots_of(CompiledBody& compiled);
    bool compile_views(CompiledBody& compiled, Robots& robots);
    bool publish(RobotsTxt& document, const Groups& groups,
                 const BodyEntry& body, Robots& robots, std::string& rendered);
    // These functions set `rendered` to the robots.txt for sample_authority().
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
    std::unordered_multimap<std::uint64_t, Body> shared_texts_;  // by hash()
    EnforcementPool shared_enforcement_;
    EnforcedGroups enforced_{shared_enforcement_};
    SharedPool<Shared<SiteSettings>> shared_settings_;
    NamedTokens named_;
    CompiledFile* noted_ = nullptr;
    bool limited_ = false;  // `noted_` is of a limited file
};

}  // namespace robots::loader
