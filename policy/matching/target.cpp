#include "policy/matching/target.hpp"

#include <algorithm>
#include <array>

#include "policy/base/ascii.hpp"
#include "policy/base/percent_encoding.hpp"
#include "policy/base/sixteen_octets.hpp"

namespace robots {

namespace {

// Whether a normalised target contains `octet` decoded, even if the client sent
// it percent-encoded.
bool names_itself(int octet) {
    return octet == '*' || octet == '$';
}

std::string with_literal_stars(std::string text) {
    if (text.find('%') == std::string::npos) {
        return text;
    }
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int octet = percent_triplet(text, i);
        if (names_itself(octet)) {
            out += static_cast<char>(octet);
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

std::string decode_path(std::string_view path) {
    std::string out;
    out.reserve(path.size());
    for (std::size_t i = 0; i < path.size(); ++i) {
        const int octet = percent_triplet(path, i);
        if (octet >= 0) {
            out += static_cast<char>(octet);
            i += 2;
        } else {
            out += path[i];
        }
    }
    return out;
}

// Marks the octets that normalise_target() or resolve_target() may change: "%",
// "#", and octets that a URI must not contain. Also marks a few other octets
// ("!", "$", "~"), because the check of a whole range takes fewer instructions
// than checks of single octets.
Comparison is_odd(SixteenOctets x) {
    constexpr unsigned char kFirst = '{';
    constexpr unsigned char kLast = '%';  // the range wraps from 255 to 0
    return ((x - kFirst) <= static_cast<unsigned char>(kLast - kFirst)) |
           (x == '`') | ((x & 0x9d) == 0x1c);  // one of <>^ or the backslash
}

// Marks each "/" in front of "." or "/".
Comparison is_resolved(SixteenOctets x, SixteenOctets next) {
    return (x == '/') & ((next | 1) == '/');
}

// Implements is_plain() for a target of more than sixteen octets.
bool is_plain_long(std::string_view target) {
    Comparison found{};
    // The last block `here` ends one octet before the end of the target,
    // because `next` is one octet ahead. The last block may overlap the block
    // before it.
    const std::size_t last = target.size() - kSixteen - 1;
    for (std::size_t at = 0;; at = std::min(at + kSixteen, last)) {
        const SixteenOctets next = sixteen_octets(target.data() + at + 1);
        const SixteenOctets here = sixteen_octets(target.data() + at);
        found = either(found, is_odd(next) | is_resolved(here, next));
        if (at == last) {
            return !any(found);
        }
    }
}

// Implements is_plain() for a target of at most sixteen octets.
bool is_plain_short(std::string_view target) {
    // Pads the target with "a", which does not change the result.
    std::array<char, kSixteen + 1> padded;
    padded.fill('a');
    target.copy(padded.data(), target.size());
    return is_plain_long({padded.data(), padded.size()});
}

std::size_t authority_end(std::string_view target, std::size_t start) {
    return std::min(target.find_first_of("/?#", start), target.size());
}

// Returns the offset of the path if `target` is in absolute form; otherwise 0.
std::size_t skip_scheme_and_authority(std::string_view target) {
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (equal_folded(target.substr(0, scheme.size()), scheme)) {
            return authority_end(target, scheme.size());
        }
    }
    return 0;
}

}  // namespace

std::string_view path_and_query(std::string_view target, std::string& storage) {
    target.remove_prefix(skip_scheme_and_authority(target));
    target = target.substr(0, target.find('#'));
    if (target.empty()) {
        return "/";
    }
    if (target[0] != '/') {
        storage = "/";
        storage += target;
        return storage;
    }
    return target;
}

bool is_plain(std::string_view target) {
    if (target.empty() || target[0] != '/') {
        return false;
    }
    return target.size() > kSixteen ? is_plain_long(target)
                                    : is_plain_short(target);
}

std::string normalise_target(std::string_view target) {
    std::string storage;
    const std::string_view path = path_and_query(target, storage);
    return with_literal_stars(normalise_percent_encoding(path));
}

std::string resolve_target(std::string_view target, Slashes slashes) {
    std::string storage;
    const std::string_view whole = path_and_query(target, storage);
    const std::size_t query = std::min(whole.find('?'), whole.size());
    const std::string path = remove_dot_segments(
        decode_path(whole.substr(0, query)), slashes == Slashes::merge);
    return encode_path(path) +
           with_literal_stars(normalise_percent_encoding(whole.substr(query)));
}

std::string encode_path(std::string_view path) {
    return normalise_percent_encoding(
        percent_encoded(path, [](unsigned char octet) {
            return octet != '%' && octet != '?' && octet != '#';
        }));
}

bool needs_resolving(std::string_view target) {
    for (std::size_t i = 0; i < target.size() && target[i] != '?'; ++i) {
        if (target[i] == '%') {
            return true;
        }
        if (target[i] == '/' && i + 1 < target.size() &&
            (target[i + 1] == '/' || target[i + 1] == '.')) {
            return true;
        }
    }
    return false;
}

}  // namespace robots
