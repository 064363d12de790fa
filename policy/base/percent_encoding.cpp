#include "policy/base/percent_encoding.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace robots {

namespace {

int hex_digit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    if (c >= 'A' && c <= 'F') {
        return c - 'A' + 10;
    }
    return -1;
}

// The classes of an octet, as bits.
enum : unsigned char {
    kUnreserved = 1,  // RFC 3986 2.3
    kUri = 2,         // unreserved, reserved and "%"
    kHarmless = 4,    // literal in a robots.txt pattern and in the path or
                      // query of a URI
};

constexpr std::array<unsigned char, 256> classes() {
    constexpr std::string_view kMarks = "-._~";
    constexpr std::string_view kReserved = ":/?#[]@!$&'()*+,;=%";
    constexpr std::string_view kHarmlessReserved = "/?:@!&'()+,;=[]";
    std::array<unsigned char, 256> out{};
    for (unsigned octet = 0; octet < out.size(); ++octet) {
        const char c = static_cast<char>(octet);
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        const bool digit = c >= '0' && c <= '9';
        if (letter || digit || kMarks.find(c) != std::string_view::npos) {
            out[octet] = kUnreserved | kUri | kHarmless;
        } else if (kHarmlessReserved.find(c) != std::string_view::npos) {
            out[octet] = kUri | kHarmless;
        } else if (kReserved.find(c) != std::string_view::npos) {
            out[octet] = kUri;
        }
    }
    return out;
}

constexpr auto kClasses = classes();

bool is_harmless(unsigned char octet) {
    return (kClasses[octet] & kHarmless) != 0;
}

}  // namespace

int percent_triplet(std::string_view text, std::size_t at) {
    if (at + 2 >= text.size() || text[at] != '%') {
        return -1;
    }
    const int high = hex_digit(text[at + 1]);
    const int low = hex_digit(text[at + 2]);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

std::string decode_form(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const int octet = percent_triplet(text, at);
        if (octet >= 0) {
            out += static_cast<char>(octet);
            at += 2;
        } else {
            out += text[at] == '+' ? ' ' : text[at];
        }
    }
    return out;
}

bool is_unreserved(unsigned char octet) {
    return (kClasses[octet] & kUnreserved) != 0;
}

bool is_uri_octet(unsigned char octet) {
    return (kClasses[octet] & kUri) != 0;
}

void append_triplet(std::string& out, unsigned char octet) {
    constexpr char kDigits[] = "0123456789ABCDEF";
    out += '%';
    out += kDigits[octet >> 4];
    out += kDigits[octet & 15];
}

std::string normalise_percent_encoding(std::string_view text) {
    if (!may_need_normalising(text)) {
        return std::string(text);
    }
    std::string out;
    out.reserve(text.size() + 16);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto octet = static_cast<unsigned char>(text[i]);
        const int triplet = percent_triplet(text, i);
        if (triplet >= 0) {
            const auto decoded = static_cast<unsigned char>(triplet);
            if (is_unreserved(decoded)) {
                out += static_cast<char>(decoded);
            } else {
                append_triplet(out, decoded);
            }
            i += 2;
        } else if (!is_uri_octet(octet)) {
            append_triplet(out, octet);
        } else {
            out += static_cast<char>(octet);
        }
    }
    return out;
}

bool may_need_normalising(std::string_view text) {
    return std::any_of(text.begin(), text.end(), [](char c) {
        return c == '%' || !is_uri_octet(static_cast<unsigned char>(c));
    });
}

std::string encode_literal(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto octet = static_cast<unsigned char>(text[i]);
        if (is_harmless(octet) || percent_triplet(text, i) >= 0) {
            out += static_cast<char>(octet);
        } else {
            append_triplet(out, octet);
        }
    }
    return out;
}

std::string remove_dot_segments(std::string_view path, bool merges_slashes) {
    std::vector<std::string_view> kept;
    bool ends_in_slash = false;
    std::size_t start = 1;  // path starts with "/"
    while (start <= path.size()) {
        const std::size_t end = std::min(path.find('/', start), path.size());
        const std::string_view segment = path.substr(start, end - start);
        const bool last = end == path.size();
        ends_in_slash =
            last && (segment.empty() || segment == "." || segment == "..");
        if (segment == "..") {
            if (!kept.empty()) {
                kept.pop_back();
            }
        } else if (segment != "." &&
                   (!segment.empty() || (!last && !merges_slashes))) {
            kept.push_back(segment);
        }
        start = end + 1;
    }
    std::string out;
    for (const std::string_view segment : kept) {
        out += '/';
        out += segment;
    }
    if (ends_in_slash || out.empty()) {
        out += '/';
    }
    return out;
}

}  // namespace robots
