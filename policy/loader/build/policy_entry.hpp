// The values of all files of a policy, read from YAML but not compiled.

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
    EnforcementOverride at_least;      // for included files
    std::vector<BudgetEntry> budgets;  // for all sites
    Templates templates;
    std::vector<SiteList> site_lists;
    std::optional<SiteEntry> default_site;
    std::vector<CrawlerEntry> crawlers;
    IdentityEntry identity;
    std::vector<TestEntry> tests;
    std::vector<std::string> ignored;  // codes of warnings
};

// Returns each key of the policy language with the map to which it belongs. A
// key that several maps can have has one entry for each map; home_of() uses the
// first. Leaves out `enforce`, `lint` and `budgets`, because they belong to
// several levels, for example to the top level and to a site.
std::vector<KeyHome> key_homes();

// Returns the `variables` of a file. `overrides` replace their default values.
// Values can also use the variables of `outer`.
VariableSet read_variables(const YamlNode& root, std::uint32_t file,
                           const Variables& overrides, Findings& findings,
                           const VariableSet* outer = nullptr);

// Reads the files that the main file includes. Returns the values of the main
// file and of all included files, except their sites, which SiteLists reads
// later. `files` must have read the main file.
PolicyEntry read_policy(const Reader& reader, PolicyFiles& files);

}  // namespace robots::loader
