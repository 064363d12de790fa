// What the rules of one robots.txt can make a request cost at most.

#ifndef ROBOTS_POLICY_LINT_COST_HPP
#define ROBOTS_POLICY_LINT_COST_HPP

#include <cstddef>
#include <functional>
#include <string>

#include "policy/site/groups.hpp"

namespace robots::lint {

// Rules with "*" that one request can make nginx try, one after the other.
struct Cost {
    std::size_t rules = 0;
    std::size_t groups = 0;          // that they are in
    const Group* dearest = nullptr;  // has the most of them
    const Rule* first = nullptr;     // of these, as they were written

    // Whether they take more than 5 ms for a target of 8 KiB.
    bool is_high() const;
    // "1000 rules with `*` apply to `x`, so a request ... about 11 ms ..."
    std::string text() const;
};

// The cost of the dearest request. It can name eight crawlers, so it is that of
// the eight dearest groups whose rules differ. Only rules that `counts` is true
// for.
Cost cost_of(const Groups& groups,
             const std::function<bool(const Rule&)>& counts);

}  // namespace robots::lint

#endif
