// A verdict in the words of $robots_verdict and $robots_action.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "policy/verdict/judge.hpp"

namespace robotsctl {

inline std::string_view verdict_name(const robots::Verdict& verdict) {
    return verdict.judged ? to_string(verdict.violation) : "-";
}

// All that the request broke, in words of the same kind.
inline std::vector<std::string> violation_names(
    const robots::Verdict& verdict) {
    std::vector<std::string> names;
    for (const robots::Violation each : robots::kGravestFirst) {
        if (verdict.violations.contains(each)) {
            names.emplace_back(to_string(each));
        }
    }
    return names;
}

inline std::string_view action_name(const robots::Verdict& verdict) {
    return verdict.judged ? to_string(verdict.action) : "-";
}

// Of a refusal; 0 if the request is not refused.
inline std::uint16_t refusal_status(const robots::Verdict& verdict) {
    return verdict.action == robots::Action::reject ? verdict.status
                                                    : std::uint16_t{0};
}

}  // namespace robotsctl
