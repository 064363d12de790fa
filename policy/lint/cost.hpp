// What the rules of one robots.txt can make a request cost at most.

#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

#include "policy/site/groups.hpp"

namespace robots::lint {

// Rules with "*" that one request can make nginx try, one after the other.
struct Cost {
    std::size_t rules = 0;
    std::chrono::nanoseconds time{0};  // for a target of 8 KiB
    std::size_t groups = 0;            // that they are in
    const Group* dearest = nullptr;    // has the most of them
    const Rule* first = nullptr;       // of these, as they were written

    // Whether trying them all takes more than 5 ms for a target of 8 KiB.
    bool is_high() const;
    // "2000 rules with `*` apply to `x`, so a request ... about 10 ms ..."
    std::string text() const;
};

// The cost of the most expensive request. It can name eight crawlers, so it is
// that of the eight most expensive groups whose rules differ. Counts only rules
// for which `counts` is true.
Cost cost_of(const Groups& groups,
             const std::function<bool(const Rule&)>& counts);

}  // namespace robots::lint
