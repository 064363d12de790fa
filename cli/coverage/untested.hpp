// The rules of a policy that none of its own tests reaches.

#pragma once

#include <cstddef>

#include "policy/base/diagnostic.hpp"
#include "policy/loader/build/load.hpp"

namespace robotsctl {

struct TestCoverage {
    std::size_t rules = 0;  // as Coverage counts lines, without those of pace
    std::size_t reached = 0;
    // [untested-rule] for each of the others, unless the policy ignores that.
    robots::Diagnostics untested;
};

// Of a policy that has loaded.
TestCoverage test_coverage(const robots::Loaded& loaded);

}  // namespace robotsctl
