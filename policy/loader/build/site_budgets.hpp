// Compiles budgets: from categories and operators to their crawlers.

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
    // All of these outlive it. `of_all_sites` are those of the top level, in
    // the file `main`.
    BudgetCompiler(const std::vector<BudgetEntry>& of_all_sites,
                   const CatalogueTokens& catalogue, const Crawlers& crawlers,
                   std::uint32_t main, Findings& findings)
        : of_all_sites_(of_all_sites),
          catalogue_(catalogue),
          crawlers_(crawlers),
          main_(main),
          findings_(findings) {}

    // The budgets that bind a body's crawlers. An error if more than
    // kMaxBudgets choose one crawler, or if an included file would change a
    // budget of all sites.
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
    // By the place where each is written.
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>,
             std::shared_ptr<const Budget>>
        compiled_;
};

}  // namespace robots::loader
