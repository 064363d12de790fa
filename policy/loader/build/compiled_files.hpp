// What a load made of included files that have only sites, so that the next one
// need not do it again while they are the same.
//
// What a site is compiled to follows from its file and from what other files
// say: the main one, templates, crawlers. Beyond that, the first site of a
// template does what the others then share: it compiles the template, and lints
// it. So a file is taken over only if that was done before it, then and now.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "policy/loader/build/templates.hpp"
#include "policy/loader/entries/site_entries.hpp"
#include "policy/loader/files/policy_files.hpp"
#include "policy/loader/yaml/findings.hpp"
#include "policy/site/policy.hpp"

namespace robots::loader {

// What was linted for the sites of a template: 128 bits of hash.
using LintKey = std::array<std::uint64_t, 2>;

// A finding of the linter that the site does not ignore.
struct LintFinding {
    Finding finding;
    // Where the file is one place: an inline text.
    bool one_place = false;
};

struct CompiledSite {
    SiteHosts hosts;
    std::shared_ptr<const Robots> robots;
    const TemplateKey* of_template = nullptr;  // whose robots these are
};

struct CompiledFile {
    KnownText text;
    std::vector<CompiledSite> sites;
    bool complete = true;  // nothing but this was done for it

    // The templates that its sites build on. True: one was compiled by itself.
    std::map<TemplateKey, bool> templates;
    bool template_varies = false;       // a variable chooses one
    std::set<std::string> variables;    // that it uses
    std::map<std::string, Text> named;  // product tokens, by their folded form
    std::vector<Finding> findings;      // warnings of the compiler
    std::vector<LintFinding> linted;
    std::map<LintKey, bool> lint_keys;  // whether that was linted before it

    // What it takes of the limits of a policy.
    std::size_t enforced_groups = 0;
    std::size_t private_work = 0;
};

struct CompiledFiles {
    // All that these files depend on, as text.
    std::string others;
    // By Place::file; "" for those that are gone.
    std::vector<std::string> numbers;
    std::map<std::string, std::shared_ptr<const CompiledFile>> by_path;
    std::size_t taken_over = 0;  // from the load before
};

}  // namespace robots::loader
