// Reads the key `budgets` of the policy, a template or a site. A budget is a
// limit that several crawlers share.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "policy/loader/entries/group_entries.hpp"
#include "policy/site/budget.hpp"

namespace robots::loader {

// The maximum number of budgets at the top level, and the maximum number of
// budgets of a site together with its templates.
constexpr std::size_t kMostBudgets = 100;

struct BudgetEntry {
    std::string name;
    Place place;
    bool undone = false;        // `null`: removes the inherited budget
    bool of_all_sites = false;  // written at the top level
    // `group` has the crawlers of the budget. It also has the request rate,
    // unless `upstream_time` is set.
    GroupEntry group;
    std::optional<Placed<UpstreamTime>> upstream_time;
};

// Reads a map of names to budgets. A budget with the value `null` becomes an
// entry with `undone`.
std::vector<BudgetEntry> read_budget_entries(const Reader& reader,
                                             const Value& value);

// Merges the budgets `own` of a body into `base`, the budgets of a template or
// of all sites. A budget of `own` replaces the budget of `base` that has the
// same name.
std::vector<BudgetEntry> merge_budget_entries(
    std::vector<BudgetEntry> base, const std::vector<BudgetEntry>& own);

}  // namespace robots::loader
