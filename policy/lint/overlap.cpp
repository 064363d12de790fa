#include "lint/overlap.hpp"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

namespace robots::lint {

namespace {

// Stands for whatever a "*" matches. Normalised patterns have no such octet, so
// that only a "*" of another pattern can match it.
constexpr char kAnything = '\x01';

// `pattern` as a target, with `filler` for each "*".
std::string filled(const Pattern& pattern, const std::string& filler) {
    std::string out;
    for (std::size_t i = 0; i < pattern.runs().size(); ++i) {
        out += (i == 0 ? "" : filler) + pattern.runs()[i];
    }
    return out;
}

bool is_exact(const Pattern& pattern) {
    return pattern.anchored() && pattern.runs().size() == 1;
}

bool starts_with(std::string_view text, std::string_view prefix) {
    return text.substr(0, prefix.size()) == prefix;
}

bool ends_with(std::string_view text, std::string_view suffix) {
    return text.size() >= suffix.size() &&
           text.substr(text.size() - suffix.size()) == suffix;
}

bool has_query(const Pattern& pattern) {
    return pattern.text().find_first_of("?&=") != std::string::npos;
}

bool meet_in_a_shape_of(const Pattern& a, const Pattern& b) {
    const std::string other = filled(b, "x");
    const std::string below = starts_with(other, "/") ? other.substr(1) : other;
    for (const std::string& filler : {std::string(), other, below}) {
        for (const std::string& tail : {std::string(), other, below}) {
            const std::string target =
                filled(a, filler) + (a.anchored() ? "" : tail);
            if (starts_with(target, "/") && a.matches(target) &&
                b.matches(target)) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace

std::string shape_of(const Pattern& pattern) {
    if (pattern.runs().empty()) {
        return {};
    }
    const std::string anything(1, kAnything);
    return filled(pattern, anything) + (pattern.anchored() ? "" : anything);
}

bool covers(const Pattern& outer, const std::string& inner_shape) {
    return !inner_shape.empty() && outer.matches(inner_shape);
}

bool matches_everything(const Pattern& pattern) {
    return covers(pattern, shape_of(Pattern("/")));
}

bool disjoint(const Pattern& a, const Pattern& b) {
    if (a.runs().empty() || b.runs().empty()) {
        return true;
    }
    if (is_exact(a) || is_exact(b)) {
        const Pattern& exact = is_exact(a) ? a : b;
        return !(is_exact(a) ? b : a).matches(exact.runs().front());
    }
    const std::string x = a.runs().front();
    const std::string y = b.runs().front();
    if (!starts_with(x, y) && !starts_with(y, x)) {
        return true;
    }
    const std::string p = a.runs().back();
    const std::string q = b.runs().back();
    return a.anchored() && b.anchored() && !ends_with(p, q) && !ends_with(q, p);
}

bool meet(const Pattern& a, const Pattern& b) {
    // "/*?sort=" and "/shop/" meet in every shop, and nobody is surprised.
    return has_query(a) == has_query(b) && !disjoint(a, b) &&
           (meet_in_a_shape_of(a, b) || meet_in_a_shape_of(b, a));
}

bool has_inner_wildcard(const Pattern& pattern) {
    const auto& runs = pattern.runs();
    return std::any_of(runs.begin() + (runs.empty() ? 0 : 1), runs.end(),
                       [](const std::string& run) { return !run.empty(); });
}

bool is_kind_of_file(const Pattern& pattern) {
    const auto& runs = pattern.runs();
    return runs.size() > 1 && runs.back().size() > 1 &&
           runs.back().front() == '.' &&
           runs.back().find_first_of("./?&=", 1) == std::string::npos;
}

}  // namespace robots::lint
