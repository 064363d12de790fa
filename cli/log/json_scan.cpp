#include "log/json_scan.hpp"

#include <algorithm>
#include <cstdint>

namespace robotsctl {

namespace {

constexpr std::uint32_t kReplacement = 0xFFFD;

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

void append_utf8(std::string& out, std::uint32_t point) {
    const auto put = [&out](std::uint32_t octet) {
        out += static_cast<char>(static_cast<unsigned char>(octet));
    };
    if (point < 0x80) {
        put(point);
    } else if (point < 0x800) {
        put(0xC0 | point >> 6);
        put(0x80 | (point & 0x3F));
    } else if (point < 0x10000) {
        put(0xE0 | point >> 12);
        put(0x80 | (point >> 6 & 0x3F));
        put(0x80 | (point & 0x3F));
    } else {
        put(0xF0 | point >> 18);
        put(0x80 | (point >> 12 & 0x3F));
        put(0x80 | (point >> 6 & 0x3F));
        put(0x80 | (point & 0x3F));
    }
}

// Four hexadecimal digits at text[at].
std::optional<std::uint32_t> code_unit(std::string_view text, std::size_t at) {
    if (at + 4 > text.size()) {
        return std::nullopt;
    }
    std::uint32_t value = 0;
    for (const char c : text.substr(at, 4)) {
        const char lower = static_cast<char>(c | 0x20);
        if (c >= '0' && c <= '9') {
            value = value * 16 + static_cast<std::uint32_t>(c - '0');
        } else if (lower >= 'a' && lower <= 'f') {
            value = value * 16 + static_cast<std::uint32_t>(lower - 'a') + 10;
        } else {
            return std::nullopt;
        }
    }
    return value;
}

bool is_high_surrogate(std::uint32_t unit) {
    return unit >= 0xD800 && unit < 0xDC00;
}

bool is_low_surrogate(std::uint32_t unit) {
    return unit >= 0xDC00 && unit < 0xE000;
}

// Decodes what follows a "\u" at text[at], possibly a pair; moves `at` behind
// it. False where it is malformed.
bool append_escape(std::string_view text, std::size_t& at, std::string& out) {
    const auto first = code_unit(text, at);
    if (!first) {
        return false;
    }
    at += 4;
    if (is_high_surrogate(*first) && text.substr(at, 2) == "\\u") {
        const auto second = code_unit(text, at + 2);
        if (second && is_low_surrogate(*second)) {
            at += 6;
            append_utf8(
                out, 0x10000 + ((*first - 0xD800) << 10) + (*second - 0xDC00));
            return true;
        }
    }
    const bool lone = is_high_surrogate(*first) || is_low_surrogate(*first);
    append_utf8(out, lone ? kReplacement : *first);
    return true;
}

// Where the array or object that `text` starts with ends, or npos.
std::size_t end_of_nested(std::string_view text) {
    std::size_t depth = 0;
    std::string_view rest = text;
    while (!rest.empty()) {
        if (rest[0] == '"') {
            if (!json_string(rest)) {
                break;
            }
            continue;
        }
        depth += rest[0] == '{' || rest[0] == '[' ? 1 : 0;
        depth -= rest[0] == '}' || rest[0] == ']' ? 1 : 0;
        rest.remove_prefix(1);
        if (depth == 0) {
            return text.size() - rest.size();
        }
    }
    return std::string_view::npos;
}

}  // namespace

void json_blanks(std::string_view& rest) {
    while (!rest.empty() && is_blank(rest[0])) {
        rest.remove_prefix(1);
    }
}

bool json_mark(std::string_view& rest, char mark) {
    json_blanks(rest);
    if (rest.empty() || rest[0] != mark) {
        return false;
    }
    rest.remove_prefix(1);
    return true;
}

std::optional<std::string_view> json_string(std::string_view& rest) {
    json_blanks(rest);
    if (rest.empty() || rest[0] != '"') {
        return std::nullopt;
    }
    std::size_t end = rest.find('"', 1);
    while (end != std::string_view::npos) {
        std::size_t slashes = 0;
        while (rest[end - 1 - slashes] == '\\') {
            ++slashes;
        }
        if (slashes % 2 == 0) {
            const std::string_view text = rest.substr(1, end - 1);
            rest.remove_prefix(end + 1);
            return text;
        }
        end = rest.find('"', end + 1);
    }
    return std::nullopt;
}

std::optional<std::string_view> json_other(std::string_view& rest) {
    json_blanks(rest);
    if (rest.empty()) {
        return std::nullopt;
    }
    std::size_t end = 0;
    if (rest[0] == '{' || rest[0] == '[') {
        end = end_of_nested(rest);
        if (end == std::string_view::npos) {
            return std::nullopt;
        }
    } else {
        const auto is_word = [](char c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                   c == '-' || c == '+' || c == '.' || c == 'E';
        };
        const auto* stop = std::find_if_not(rest.begin(), rest.end(), is_word);
        end = static_cast<std::size_t>(stop - rest.begin());
    }
    if (end == 0) {
        return std::nullopt;
    }
    const std::string_view value = rest.substr(0, end);
    rest.remove_prefix(end);
    return value;
}

bool json_unescape(std::string_view text, std::string& out) {
    constexpr std::string_view kEscapes = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    out.clear();
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] != '\\') {
            out += text[i++];
            continue;
        }
        if (++i == text.size()) {
            return false;
        }
        const char escape = text[i++];
        const std::size_t known = kEscapes.find(escape);
        if (known != std::string_view::npos) {
            out += kMeanings[known];
        } else if (escape != 'u' || !append_escape(text, i, out)) {
            return false;
        }
    }
    return true;
}

}  // namespace robotsctl
