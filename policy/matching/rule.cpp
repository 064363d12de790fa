#include "policy/matching/rule.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace robots {

std::string Rule::text() const {
    std::string out = allow ? "Allow: " : "Disallow: ";
    out += pattern.text();
    return out;
}

std::uint64_t rule_key(bool allow, const PatternView& pattern) {
    const std::string_view text = pattern.text();
    return make_line_key(XXH3_64bits(text.data(), text.size()), !allow);
}

}  // namespace robots
