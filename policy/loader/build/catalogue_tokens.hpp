// Finds the product tokens of all crawlers of a category or an operator. A
// group can have a category or an operator instead of product tokens.

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

// Sorts `tokens` and ignores case.
void sort_folded(std::vector<std::string>& tokens);

// All lists are sorted by sort_folded().
class CatalogueTokens {
  public:
    explicit CatalogueTokens(const std::vector<Crawler>& crawlers);

    const std::vector<std::string>& of(Category category) const {
        return categories_[static_cast<std::size_t>(category)];
    }

    // Returns the tokens of the crawlers of the operator `name` (in any case),
    // or nullptr if the operator is unknown. Leaves out libraries, clients, and
    // monitors that never read robots.txt, because users decide what these
    // fetch. Exception: if the operator has only crawlers of these kinds,
    // returns their tokens. Example: `Amazon` does not include
    // ELB-HealthChecker, but `Pingdom` includes Pingdom.
    const std::vector<std::string>* of_operator(std::string_view name) const;

    // Calls visit(tokens) for each category and each known operator of the
    // group `entry`. `tokens` are the tokens of that category or operator.
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

    // Returns the longer tokens of other crawlers that contain `token` (in any
    // case). Some of these crawlers obey a group if their own name contains the
    // token of the group, so they would obey the group of `token`. Leaves out
    // crawlers of the operator of `token`, and crawlers that fall back to
    // `token`.
    const std::vector<std::string>& containing(std::string_view token) const;

    // Returns "; did you mean `Google`?" for an operator with a name that is
    // like `name` or contains `name`. Returns "" if no operator matches.
    std::string operator_like(std::string_view name) const;

  private:
    struct Operator {
        std::string name;  // as the catalogue spells it
        std::vector<std::string> tokens;
    };

    void find_containing(const std::vector<Crawler>& crawlers);

    std::array<std::vector<std::string>, kCategories> categories_;
    // For each folded token, the tokens that contain it: see containing().
    std::map<std::string, std::vector<std::string>, std::less<>> containing_;
    std::map<std::string, Operator, std::less<>> operators_;  // by folded name
};

// `user_agents` must be the tokens of a group for a category. Removes and
// returns each token that is part of the token of a crawler outside of the
// group, because that crawler might obey this group.
PartTokens leave_out_parts(const CatalogueTokens& catalogue,
                           std::vector<std::string>& user_agents);

// Notes for each group of `document` its tokens that are part of the token of a
// crawler without a group. These tokens stay in the group, because the author
// named them. A crawler that has a group is not affected, because it finds its
// own group.
void find_published_parts(const CatalogueTokens& catalogue,
                          lint::Document& document);

// `document` must have been made from `entries`. Notes for each group of
// `document` the first crawler that two groups cover: this group by its token,
// and another group by a category or an operator. The other group must be
// published, and must have an action that is stricter than `log`.
void find_taken_tokens(const CatalogueTokens& catalogue,
                       const std::vector<const GroupEntry*>& entries,
                       lint::Document& document);

}  // namespace robots::loader
