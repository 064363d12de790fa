// What the linter has to say about one place.

#ifndef ROBOTS_POLICY_LINT_FINDING_HPP
#define ROBOTS_POLICY_LINT_FINDING_HPP

#include <string>
#include <vector>

#include "policy/base/diagnostic.hpp"
#include "policy/lint/codes.hpp"

namespace robots::lint {

struct Finding {
    Place place;
    Code code;
    std::string text;  // a sentence or two, without a line break
};

using Findings = std::vector<Finding>;

}  // namespace robots::lint

#endif
