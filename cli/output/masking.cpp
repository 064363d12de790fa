#include "cli/output/masking.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "policy/base/ascii.hpp"

namespace robotsctl {

namespace {

constexpr std::size_t kTriplet = 3;

bool is_hex(char c) {
    return robots::is_digit(c) || (c >= 'a' && c <= 'f') ||
           (c >= 'A' && c <= 'F');
}

// Returns the size of the separator ("." or ":", plain or percent-encoded) at
// text[at]; 0 if text[at] does not start a separator.
std::size_t separator_at(std::string_view text, std::size_t at,
                         std::string_view plain, std::string_view encoded) {
    if (at < text.size() && plain.find(text[at]) != std::string_view::npos) {
        return 1;
    }
    return robots::fold(text.substr(std::min(at, text.size()), kTriplet)) ==
                   encoded
               ? kTriplet
               : 0;
}

std::size_t dot_at(std::string_view text, std::size_t at) {
    return separator_at(text, at, ".-_", "%2e");
}

std::size_t colon_at(std::string_view text, std::size_t at) {
    return separator_at(text, at, ":", "%3a");
}

// Returns the end of the digits at text[at] if their value is a part of an IPv4
// address (0 to 255). Otherwise returns `at`.
std::size_t part_end(std::string_view text, std::size_t at) {
    constexpr unsigned kMost = 255;
    unsigned value = 0;
    std::size_t end = at;
    for (; end < text.size() && robots::is_digit(text[end]); ++end) {
        value = std::min(10 * value + static_cast<unsigned>(text[end] - '0'),
                         kMost + 1);
    }
    return value <= kMost ? end : at;
}

// Returns the end of the IPv4 address at text[at], and sets `last` to the start
// of its last part. Returns `at` if text[at] does not start an address.
std::size_t v4_end(std::string_view text, std::size_t at, std::size_t& last) {
    std::size_t from = at;
    for (int parts = 1;; ++parts) {
        const std::size_t end = part_end(text, from);
        if (end == from) {
            return at;
        }
        if (parts == 4) {
            last = from;
            return end;
        }
        const std::size_t dot = dot_at(text, end);
        if (dot == 0) {
            return at;
        }
        from = end + dot;
    }
}

std::string without_v4(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t last = 0;
        const std::size_t end = v4_end(text, at, last);
        if (end > at) {
            out.append(text.substr(at, last - at)) += 'x';
            at = end;
            continue;
        }
        // Skips the rest of a number, because an address cannot start within
        // it.
        const bool is_number = robots::is_digit(text[at]);
        do {
            out += text[at++];
        } while (is_number && at < text.size() && robots::is_digit(text[at]));
    }
    return out;
}

// A run of hexadecimal digits and colons, which may be an IPv6 address.
struct HexadecimalRun {
    std::size_t end = 0;
    std::size_t kept =
        0;  // the end of the third group, or of the groups before "::"
    std::size_t colons = 0;
    bool has_gap = false;  // contains "::"
    bool has_digits = false;

    bool is_address() const {
        constexpr std::size_t kColons = 7;
        return has_digits && (has_gap || colons >= kColons);
    }
};

HexadecimalRun run_at(std::string_view text, std::size_t at) {
    constexpr std::size_t kKept = 3;
    HexadecimalRun run;
    run.end = run.kept = at;
    bool after_colon = true;
    while (run.end < text.size()) {
        const std::size_t colon = colon_at(text, run.end);
        if (colon == 0 && !is_hex(text[run.end])) {
            break;
        }
        if (colon != 0) {
            run.has_gap = run.has_gap || (after_colon && run.colons > 0);
            ++run.colons;
        } else {
            run.has_digits = true;
        }
        run.end += colon != 0 ? colon : 1;
        after_colon = colon != 0;
        if (run.colons < kKept && !run.has_gap && !after_colon) {
            run.kept = run.end;
        }
    }
    return run;
}

std::string without_v6(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const HexadecimalRun run = run_at(text, at);
        if (run.is_address()) {
            out.append(text.substr(at, run.kept - at))
                .append(run.kept > at ? ":x" : "x");
        } else {
            out.append(text.substr(at, std::max(run.end, at + 1) - at));
        }
        at = std::max(run.end, at + 1);
    }
    return out;
}

}  // namespace

std::string masked(std::string_view text) {
    return without_v6(without_v4(text));
}

}  // namespace robotsctl
