// Finds the product tokens of all crawlers of a category or an operator, which
// a group can name instead of tokens.

#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "policy/crawlers/category.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/lint/subject.hpp"
#include "policy/loader/entries/group_entries.hpp"

namespace robots::loader {

// Sorts without regard to case.
void sort_folded(std::vector<std::string>& tokens);

// All lists are sorted by sort_folded().
class CatalogueTokens {
  public:
    explicit CatalogueTokens(const std::vector<Crawler>& crawlers);

    const std::vector<std::string>& of(Category category) const {
        return categories_[static_cast<std::size_t>(category)];
    }

    // Returns the tokens of the crawlers that `name` (in any case) operates;
    // nullptr if there are none. If the operator has other crawlers, leaves out
    // libraries, clients, and monitors that never read robots.txt, since users
    // decide what these fetch. So `Amazon` does not include ELB-HealthChecker,
    // but `Pingdom` includes Pingdom.
    const std::vector<std::string>* of_operator(std::string_view name) const;

    // Calls visit(tokens) for each category and operator of the group.
    template <class Visit>
    void for_each_of(const GroupEntry& entry, const Visit& visit) const {
        for (const Category category : entry.categories) {
            visit(of(category));
        }
        for (const Text& name : entry.operators) {
            if (const auto* tokens = of_operator(name.value)) {
                visit(*tokens);
            }
        }
    }

    // Returns the tokens that contain `token` (in any case). Some crawlers look
    // for the tokens of groups anywhere in their own names, and would take the
    // group of `token` for their own. Leaves out crawlers of the operator of
    // `token`, and crawlers that fall back to `token`.
    const std::vector<std::string>& containing(std::string_view token) const;

    // "; did you mean `Google`?" for an operator whose name is like `name`, or
    // contains it; or "".
    std::string operator_like(std::string_view name) const;

  private:
    struct Operator {
        std::string name;  // as the catalogue spells it
        std::vector<std::string> tokens;
    };

    void find_containing(const std::vector<Crawler>& crawlers);

    std::array<std::vector<std::string>, kCategories> categories_;
    // The tokens that contain a token, by the folded token.
    std::map<std::string, std::vector<std::string>, std::less<>> containing_;
    std::map<std::string, Operator, std::less<>> operators_;  // by folded name
};

// `user_agents` must be the tokens of a group that names a category. Removes
// and returns those that are part of the token of a crawler outside of the
// group, so that this crawler does not take the group for its own.
PartTokens leave_out_parts(const CatalogueTokens& catalogue,
                           std::vector<std::string>& user_agents);

// Notes for each group of `document` its tokens that are part of the token of a
// crawler without a group; these tokens stay in the group, since the author
// named them. A crawler that has a group finds its own group.
void find_published_parts(const CatalogueTokens& catalogue,
                          lint::Document& document);

// `document` must have been made of `entries`. Notes in each group of
// `document` the first crawler that the group names and that the category or
// operator of another group has. Only a published group with an action stricter
// than `log` counts as the other group.
void find_taken_tokens(const CatalogueTokens& catalogue,
                       const std::vector<const GroupEntry*>& entries,
                       lint::Document& document);

}  // namespace robots::loader
