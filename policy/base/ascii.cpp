#include "policy/base/ascii.hpp"

#include <algorithm>

namespace robots {

std::string fold(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return fold(c); });
    return out;
}

bool equal_folded(std::string_view a, std::string_view b) {
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(),
                      [](char x, char y) { return fold(x) == fold(y); });
}

}  // namespace robots
