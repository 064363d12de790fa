// The results of a load for included files that have only sites. The next load
// takes over the results for each file that has not changed.
//
// The result for a site depends on its own file and on other files: the main
// file, templates, crawlers. A template is compiled and linted at the first
// site that uses it, and later sites share the result. So the results for a
// file are taken over only if in both loads earlier files compiled its
// templates, and linted the same ones of them.

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

// A 128-bit hash of what was linted for the sites of a template.
using LintKey = std::array<std::uint64_t, 2>;

// A finding of the linter that the site does not ignore.
struct LintFinding {
    Finding finding;
    // Whether all lines have one place, as those of an inline text have.
    bool one_place = false;
};

struct CompiledSite {
    SiteHosts hosts;
    std::shared_ptr<const Robots> robots;
    const TemplateKey* of_template = nullptr;  // set: `robots` is nullptr
};

struct CompiledFile {
    KnownText text;
    std::vector<CompiledSite> sites;
    bool complete = true;  // false: it was the first to compile a template

    // The templates on which its sites build. True: a site uses the template
    // without keys of its own, or adds only keys that do not change robots.txt.
    std::map<TemplateKey, bool> templates;
    bool template_varies = false;     // a variable chooses a template
    std::set<std::string> variables;  // used by the file
    NamedTokens named;
    std::vector<Finding> findings;  // warnings of the compiler
    std::vector<LintFinding> linted;
    std::map<LintKey, bool> lint_keys;  // true: an earlier file linted the same

    // What this file uses of the limits that the policy has.
    std::size_t enforced_groups = 0;
    std::size_t private_work = 0;
};

struct CompiledFiles {
    // A text of everything on which these files depend.
    std::string others;
    // File names, indexed by Place::file; "" for a file that is gone.
    std::vector<std::string> numbers;
    std::map<std::string, std::shared_ptr<const CompiledFile>> by_path;
    std::size_t taken_over = 0;  // files from the previous load
};

}  // namespace robots::loader
