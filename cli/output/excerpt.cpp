#include "cli/output/excerpt.hpp"

#include <algorithm>

namespace robotsctl {

std::string excerpt(std::string_view text, std::size_t length) {
    std::string out(text.substr(0, length));
    std::replace_if(
        out.begin(), out.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return text.size() > length ? out + "..." : out;
}

}  // namespace robotsctl
