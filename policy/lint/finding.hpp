// What the linter has to say about one place.

#ifndef ROBOTS_POLICY_LINT_FINDING_HPP
#define ROBOTS_POLICY_LINT_FINDING_HPP

#include <optional>
#include <string>
#include <vector>

#include "policy/base/diagnostic.hpp"
#include "policy/lint/codes.hpp"

namespace robots::lint {

struct Finding {
    Place place;
    Code code;
    Severity severity;
    std::string text;  // a sentence or two, without a line break
    std::optional<Fix> fix{};
};

using Findings = std::vector<Finding>;

}  // namespace robots::lint

#endif
