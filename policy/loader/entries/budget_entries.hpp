// `budgets` of the policy, a template or a site, as they are written.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "policy/loader/entries/group_entries.hpp"
#include "policy/site/budget.hpp"

namespace robots::loader {

struct BudgetEntry {
    std::string name;
    Place place;
    bool undone = false;        // `null`: the outer one does not count
    bool of_all_sites = false;  // it is at the top level
    // For whom. One of the rates is there, unless it has an error.
    GroupEntry group;
    std::optional<Placed<UpstreamTime>> upstream_time;
};

// A map of names to budgets, or nothing for `null`.
std::vector<BudgetEntry> read_budget_entries(const Reader& reader,
                                             const Value& value);

// The budgets `base` of a template or of all sites, with those of a body laid
// over them: one of the same name takes its place.
std::vector<BudgetEntry> merge_budget_entries(
    std::vector<BudgetEntry> base, const std::vector<BudgetEntry>& own);

}  // namespace robots::loader
