#include "policy/verdict/verdict.hpp"

namespace robots {

std::string to_string(const Violations& violations) {
    std::string out;
    for (const Violation each : kGravestFirst) {
        if (violations.contains(each)) {
            out += out.empty() ? "" : ",";
            out += to_string(each);
        }
    }
    return out;
}

}  // namespace robots
