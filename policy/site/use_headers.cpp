#include "policy/site/use_headers.hpp"

namespace robots {

const UseHeaders* use_headers_of(const std::vector<UseHeaders>& all,
                                 const TaggedResponse& response) {
    const UseHeaders* best = nullptr;
    for (const UseHeaders& each : all) {
        if ((best == nullptr || each.path.length() > best->path.length()) &&
            response.matches(each.path)) {
            best = &each;
        }
    }
    return best;
}

}  // namespace robots
