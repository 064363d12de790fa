// `budgets` of the policy, a template or a site, as they are written.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "policy/loader/entries/group_entries.hpp"
#include "policy/site/budget.hpp"

namespace robots::loader {

// Of the top level, and of a site together with its templates.
constexpr std::size_t kMostBudgets = 100;

struct BudgetEntry {
    std::string name;
    Place place;
    bool undone = false;        // `null`: removes the outer budget
    bool of_all_sites = false;  // it is at the top level
    // `group` has the crawlers and, unless `upstream_time` is set, the rate.
    GroupEntry group;
    std::optional<Placed<UpstreamTime>> upstream_time;
};

// Reads a map of names to budgets; a budget `null` becomes an `undone` entry.
std::vector<BudgetEntry> read_budget_entries(const Reader& reader,
                                             const Value& value);

// Returns the budgets `base` of a template or of all sites, and the budgets
// `own` of a body. A budget of `own` replaces the one of `base` with its name.
std::vector<BudgetEntry> merge_budget_entries(
    std::vector<BudgetEntry> base, const std::vector<BudgetEntry>& own);

}  // namespace robots::loader
