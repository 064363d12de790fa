#include "policy/matching/resolved_pattern.hpp"

#include <algorithm>

#include "policy/base/percent_encoding.hpp"

namespace robots {

namespace {

// Whether `octet` must stay percent-encoded, because the decoded octet has a
// special meaning in a pattern or in a target.
bool stays_encoded(char octet) {
    return octet == '*' || octet == '$' || octet == '%' || octet == '?' ||
           octet == '#';
}

void append_decoded(std::string& out, char octet, Slashes slashes) {
    if (stays_encoded(octet)) {
        append_triplet(out, static_cast<unsigned char>(octet));
    } else if (octet != '/' || slashes == Slashes::keep || out.empty() ||
               out.back() != '/') {
        out += octet;
    }
}

}  // namespace

std::string resolve_pattern(std::string_view pattern, Slashes slashes) {
    const std::size_t query = std::min(pattern.find('?'), pattern.size());
    const std::string_view path = pattern.substr(0, query);
    std::string out;
    out.reserve(pattern.size());
    for (std::size_t i = 0; i < path.size(); ++i) {
        const int octet = percent_triplet(path, i);
        if (octet >= 0) {
            append_decoded(out, static_cast<char>(octet), slashes);
            i += 2;
        } else if (path[i] == '*' || path[i] == '$') {
            out += path[i];
        } else {
            append_decoded(out, path[i], slashes);
        }
    }
    out += pattern.substr(query);
    return out;
}

bool matches_resolved(const PatternView& pattern, std::string_view resolved,
                      Slashes slashes) {
    return Pattern(resolve_pattern(pattern.text(), slashes)).matches(resolved);
}

}  // namespace robots
