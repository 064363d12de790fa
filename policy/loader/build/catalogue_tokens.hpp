// The product tokens of the catalogue, by what a group can name instead of
// them: a category or an operator.

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

// All lists are sorted so.
class CatalogueTokens {
  public:
    explicit CatalogueTokens(const std::vector<Crawler>& crawlers);

    const std::vector<std::string>& of(Category category) const {
        return categories_[static_cast<std::size_t>(category)];
    }

    // The crawlers that `name` operates, in upper or lower case; nullptr if
    // there are none. Libraries, and monitors that never read robots.txt, are
    // run by their users: they count only for an operator that has nothing
    // else. So `Amazon` has no ELB-HealthChecker, and `Pingdom` has Pingdom.
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

    // The tokens that `token` is part of, in upper or lower case: readers that
    // look for a token anywhere in their names take its group for theirs. Not
    // those of its own operator, nor those that fall back to it.
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

// Takes the tokens of a category that are part of others out of a group, so
// that no reader takes its lines for those of another crawler.
PartTokens leave_out_parts(const CatalogueTokens& catalogue,
                           std::vector<std::string>& user_agents);

// Notes for each group of `document` the tokens that are part of those of
// crawlers without a group: their author named them. Crawlers with groups of
// their own find them.
void find_published_parts(const CatalogueTokens& catalogue,
                          lint::Document& document);

// Notes for each group of `document`, made of `entries`, whether it names a
// crawler that the category or operator of another group has, if that group has
// an action of its own.
void find_taken_tokens(const CatalogueTokens& catalogue,
                       const std::vector<const GroupEntry*>& entries,
                       lint::Document& document);

}  // namespace robots::loader
