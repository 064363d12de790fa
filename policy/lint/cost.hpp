// The maximum cost of a request under the rules of one robots.txt.

#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

#include "policy/site/groups.hpp"

namespace robots::lint {

// The rules with "*" that one request can make nginx try, one after the other.
// Rules whose only "*" is at the end do not count.
struct Cost {
    std::size_t rules = 0;
    std::chrono::nanoseconds time{0};  // for a target of 8 KiB
    std::size_t groups = 0;            // the number of groups with these rules
    const Group* dearest = nullptr;    // the group that costs the most time
    // Of the counted rules of `dearest`, the first in the file.
    const Rule* first = nullptr;

    // Whether trying all these rules takes more than 5 ms for a target of 8
    // KiB.
    bool is_high() const;
    // Returns "2000 rules with `*` apply to `x`, so a request ... about 10 ms
    // ..."
    std::string text() const;
};

// Returns the cost of the most expensive request. A request can name eight
// crawlers (in eight User-Agent headers), so the costs of the eight most
// expensive groups are added. Groups that share their rules count once. Counts
// only rules for which `counts` is true.
Cost cost_of(const Groups& groups,
             const std::function<bool(const Rule&)>& counts);

}  // namespace robots::lint
