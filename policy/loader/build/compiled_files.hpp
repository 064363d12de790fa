// The results of a load for included files that have only sites. The next load
// reuses ("takes over") the results for each file that has not changed.
//
// The result for a site depends on its own file, and on other files: the main
// file, and files with templates or crawlers. A template is compiled and linted
// when the first site that uses it is compiled. Later sites share that result.
// Therefore the results for a file are taken over only if two conditions are
// met. In both loads, files before this file have compiled the templates that
// its sites share. In both loads, the same templates are linted before this
// file.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "policy/loader/build/named_tokens.hpp"
#include "policy/loader/build/templates.hpp"
#include "policy/loader/entries/site_entries.hpp"
#include "policy/loader/files/policy_files.hpp"
#include "policy/loader/yaml/findings.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

// A 128-bit hash of what SiteLint::begin() has marked as linted: a document,
// the ignored warnings and the enforcement.
using LintKey = std::array<std::uint64_t, 2>;

// A finding of the linter that `lint: {ignore: ...}` of the site does not list.
struct LintFinding {
    Finding finding;
    // Whether the linted lines all have one place. This is true for a
    // robots.txt that is written as a text in the policy.
    bool one_place = false;
};

struct CompiledSite {
    SiteHosts hosts;
    std::shared_ptr<const Robots> robots;
    const TemplateKey* of_template = nullptr;  // if set, no `robots`
};

struct CompiledFile {
    KnownText text;
    std::vector<CompiledSite> sites;
    bool complete = true;  // false: a template was compiled for this file

    // The templates that the sites of this file use. The value is true if a
    // site shares the compiled result of the template: the site adds no keys,
    // or only keys that do not change robots.txt.
    std::map<TemplateKey, bool> templates;
    bool template_varies = false;     // a variable chose a template
    std::set<std::string> variables;  // used in the file
    NamedTokens named;
    std::vector<Finding> findings;  // warnings of the compiler
    std::vector<LintFinding> linted;
    std::map<LintKey, bool> lint_keys;  // true: linted before this file

    // What this file adds to two totals that are limited for the whole policy
    // (EnforcedGroups and PrivateTerms).
    std::size_t enforced_groups = 0;
    std::size_t private_work = 0;
};

struct CompiledFiles {
    // A text of everything on which all results in `by_path` depend: other
    // files (PolicyFiles::others()), variables, roots and the language.
    std::string others;
    // File names, indexed by Place::file; "" for a file that the policy no
    // longer includes.
    std::vector<std::string> numbers;
    std::map<std::string, std::shared_ptr<const CompiledFile>> by_path;
    std::size_t taken_over = 0;  // number of files taken over
};

}  // namespace robots::loader
