// Reads the texts of a `map $http_user_agent` block of nginx.conf: finds the
// crawlers whose User-Agent headers contain a text, and the texts that an
// earlier entry of the map lets pass.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "policy/crawlers/crawlers.hpp"

namespace robots {

// Returns the regular expression in the key of a map's entry: "a" for "~a" and
// "~*a".
std::string_view expression_of(std::string_view key);

// Returns the tokens of the crawlers that have `text` in their User-Agent
// header. Ignores the case, because the author of `~AhrefsBot` does not mean to
// let "ahrefsbot" pass.
std::vector<std::string> tokens_with(const std::string& text,
                                     const Crawlers& crawlers);

// The entries of a map that do not refuse requests. nginx takes the first entry
// that matches, so these entries are exceptions to the entries behind them.
class MapExceptions {
  public:
    void add(const std::string& key, const Crawlers& crawlers);

    // Whether an exception may match a header that has `text`. `tokens` must be
    // the result of tokens_with() for `text`.
    bool may_cover(const std::string& text,
                   const std::vector<std::string>& tokens) const;

  private:
    bool may_cover(const std::string& name) const;

    std::vector<std::string> texts_;  // folded; "" means every header
};

}  // namespace robots
