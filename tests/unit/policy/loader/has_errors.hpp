#pragma once

#include <algorithm>

#include "policy/base/diagnostic.hpp"

namespace robots {

inline bool has_errors(const Diagnostics& diagnostics) {
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const Diagnostic& each) {
                           return each.severity == Severity::error;
                       });
}

}  // namespace robots
