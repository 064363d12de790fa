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
    const std::uint64_t hash = XXH3_64bits(text.data(), text.size());
    return allow ? hash & ~std::uint64_t{1} : hash | 1;
}

}  // namespace robots
