// The values of all files of a policy, read but not yet compiled.

#pragma once

#include <optional>
#include <vector>

#include "policy/loader/build/templates.hpp"
#include "policy/loader/entries/crawler_entries.hpp"
#include "policy/loader/entries/policy_tests.hpp"
#include "policy/loader/entries/published.hpp"
#include "policy/loader/entries/site_lists.hpp"
#include "policy/loader/files/policy_files.hpp"
#include "policy/loader/yaml/variables.hpp"

namespace robots::loader {

struct PolicyEntry {
    EnforcementOverride enforce;
    EnforcementOverride at_least;      // minimum for included files
    std::vector<BudgetEntry> budgets;  // of all sites
    Templates templates;
    std::vector<SiteList> site_lists;
    std::optional<SiteEntry> default_site;
    std::vector<CrawlerEntry> crawlers;
    IdentityEntry identity;
    std::vector<TestEntry> tests;
    std::vector<std::string> ignored;  // warnings
};

// Returns each key of the language with the map in which it belongs; a key of
// several maps belongs in the first of them. Leaves out `enforce`, `lint` and
// `budgets`, which several levels have.
std::vector<KeyHome> key_homes();

// Returns the `variables` of a file, with `overrides` in place of their
// defaults, and those of `outer` (VariableSet).
VariableSet read_variables(const YamlNode& root, std::uint32_t file,
                           const Variables& overrides, Findings& findings,
                           const VariableSet* outer = nullptr);

// Reads all values of the main file, which `files` must have read, and of all
// files that the main file includes, except their sites.
PolicyEntry read_policy(const Reader& reader, PolicyFiles& files);

}  // namespace robots::loader
