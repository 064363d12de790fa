// What the texts in the expressions of a `map $http_user_agent` name, and which
// of them its earlier entries let pass.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "policy/crawlers/crawlers.hpp"

namespace robots {

// Returns the expression of a map's key: "a" of "~a" and "~*a".
std::string_view expression_of(std::string_view key);

// Returns the tokens of the crawlers whose headers have `text`, whatever its
// case: who writes `~AhrefsBot` does not mean to let "ahrefsbot" pass.
std::vector<std::string> tokens_with(const std::string& text,
                                     const Crawlers& crawlers);

// The entries of a map that refuse nobody. nginx takes the first entry that
// matches, so these are exceptions of the entries behind them.
class MapExceptions {
  public:
    void add(const std::string& key, const Crawlers& crawlers);

    // Whether a header with `text`, which names the crawlers `tokens`, may be
    // one of the exceptions.
    bool may_cover(const std::string& text,
                   const std::vector<std::string>& tokens) const;

  private:
    bool may_cover(const std::string& name) const;

    std::vector<std::string> texts_;  // folded; "" is in every header
};

}  // namespace robots
