#include "policy/base/ascii.hpp"

#include <algorithm>

namespace robots {

std::string fold(std::string_view text) {
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(),
                   [](char c) { return fold(c); });
    return out;
}

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x80;
    });
}

bool equal_folded(std::string_view a, std::string_view b) {
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(),
                      [](char x, char y) { return fold(x) == fold(y); });
}

bool starts_folded(std::string_view text, std::string_view start) {
    return equal_folded(text.substr(0, start.size()), start);
}

bool ends_folded(std::string_view text, std::string_view end) {
    return text.size() >= end.size() &&
           equal_folded(text.substr(text.size() - end.size()), end);
}

}  // namespace robots
