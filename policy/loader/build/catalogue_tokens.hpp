// The product tokens of the catalogue, by what a group can name instead of
// them: a category or an operator.

#ifndef ROBOTS_POLICY_LOADER_BUILD_CATALOGUE_TOKENS_HPP
#define ROBOTS_POLICY_LOADER_BUILD_CATALOGUE_TOKENS_HPP

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "policy/crawlers/category.hpp"
#include "policy/crawlers/crawlers.hpp"

namespace robots::loader {

// All lists are sorted without regard to case.
class CatalogueTokens {
  public:
    explicit CatalogueTokens(const std::vector<Crawler>& crawlers);

    const std::vector<std::string>& of(Category category) const {
        return categories_[static_cast<std::size_t>(category)];
    }

    // The crawlers that `name` operates, in upper or lower case; nullptr if
    // there are none. Libraries, and monitors that never read robots.txt, are
    // run by whoever installs or configures them: they count only for an
    // operator that has nothing else. So `Amazon` has no ELB-HealthChecker,
    // and `Pingdom` has Pingdom.
    const std::vector<std::string>* of_operator(std::string_view name) const;

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
    // By folded token.
    std::map<std::string, std::vector<std::string>, std::less<>> containing_;
    std::map<std::string, Operator, std::less<>> operators_;  // by folded name
};

}  // namespace robots::loader

#endif
