// Compiles budgets. A budget is a limit that several crawlers share. Compiling
// replaces its categories and operators by their crawlers.

#pragma once

#include <map>
#include <tuple>
#include <vector>

#include "policy/loader/build/catalogue_tokens.hpp"
#include "policy/loader/entries/budget_entries.hpp"
#include "policy/site/budget.hpp"

namespace robots::loader {

class BudgetCompiler {
  public:
    // All arguments must outlive this compiler. `of_all_sites` must be the
    // budgets at the top level of the main file, and `main` the index of that
    // file.
    BudgetCompiler(const std::vector<BudgetEntry>& of_all_sites,
                   const CatalogueTokens& catalogue, const Crawlers& crawlers,
                   std::uint32_t main, Findings& findings)
        : of_all_sites_(of_all_sites),
          catalogue_(catalogue),
          crawlers_(crawlers),
          main_(main),
          findings_(findings) {}

    // Returns the budgets that limit the crawlers of a body: the budgets of all
    // sites, and `own`, the budgets of the body and its templates. Reports an
    // error if `own` has more than kMostBudgets, if one crawler is in more than
    // kMaxBudgets budgets, or if an included file changes a budget of all
    // sites.
    Budgets compile(const std::vector<BudgetEntry>& own);

  private:
    const std::shared_ptr<const Budget>& compiled(const BudgetEntry& entry);
    Budget make(const BudgetEntry& entry);
    bool check_override(const BudgetEntry& entry);
    void check_count(const Budgets& budgets);

    const std::vector<BudgetEntry>& of_all_sites_;
    const CatalogueTokens& catalogue_;
    const Crawlers& crawlers_;
    std::uint32_t main_;
    Findings& findings_;
    // Keyed by the place of the budget: file, line and column.
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>,
             std::shared_ptr<const Budget>>
        compiled_;
};

}  // namespace robots::loader
