#include "policy/robots_txt/content_kind.hpp"

#include <algorithm>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/robots_txt/robots_txt_line.hpp"

namespace robots {

namespace {

constexpr std::array<std::string_view, kContentKinds> kNames{
    "robots.txt", "empty",      "html",   "xml",       "json",
    "utf-16",     "compressed", "binary", "other-text"};

// As much as is looked at.
constexpr std::size_t kLooked = 1024;

constexpr std::string_view kBlanks = " \t\r\n";

bool starts_with(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

// gzip, zstd, xz, bzip2, zip
bool is_compressed(std::string_view text) {
    using namespace std::string_view_literals;
    constexpr std::array kMagic{"\x1f\x8b"sv, "\x28\xb5\x2f\xfd"sv,
                                "\xfd"
                                "7zXZ\0"sv,
                                "BZh"sv, "PK\3\4"sv};
    return std::any_of(kMagic.begin(), kMagic.end(),
                       [text](auto magic) { return starts_with(text, magic); });
}

// With a byte order mark, or Latin letters without one: each second octet is 0.
bool is_utf16(std::string_view text) {
    if (starts_with(text, "\xFF\xFE") || starts_with(text, "\xFE\xFF")) {
        return true;
    }
    if (text.size() < 4) {
        return false;
    }
    for (const std::size_t first : {std::size_t{0}, std::size_t{1}}) {
        bool all = true;
        for (std::size_t i = 0; i + 1 < std::min<std::size_t>(text.size(), 16);
             i += 2) {
            all = all && text[i + first] == '\0' && text[i + 1 - first] != '\0';
        }
        if (all) {
            return true;
        }
    }
    return false;
}

bool is_binary(std::string_view text) {
    const auto controls = static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) {
            return c >= 0 && c < ' ' &&
                   kBlanks.find(c) == std::string_view::npos;
        }));
    return text.find('\0') != std::string_view::npos ||
           controls * 10 > text.size();
}

bool is_json(std::string_view text) {
    const std::string_view inside = trim(text.substr(1), kBlanks);
    const char first = inside.empty() ? '\0' : inside[0];
    return text[0] == '{' ? first == '"' || first == '}'
                          : std::string_view("\"{[]").find(first) !=
                                std::string_view::npos;
}

ContentKind kind_of_text(std::string_view text) {
    if (text[0] == '<') {
        return starts_with(text, "<?xml") &&
                       fold(text).find("<html") == std::string::npos
                   ? ContentKind::xml
                   : ContentKind::html;
    }
    if ((text[0] == '{' || text[0] == '[') && is_json(text)) {
        return ContentKind::json;
    }
    return ContentKind::other_text;
}

bool is_all_comments(std::string_view text) {
    while (!text.empty()) {
        const std::string_view line = trim(take_line(text));
        if (!line.empty() && line[0] != '#') {
            return false;
        }
    }
    return true;
}

}  // namespace

std::string_view to_string(ContentKind kind) {
    return kNames[static_cast<std::size_t>(kind)];
}

std::optional<ContentKind> content_kind_from(std::string_view name) {
    const auto* it = std::find(kNames.begin(), kNames.end(), name);
    if (it == kNames.end()) {
        return std::nullopt;
    }
    return static_cast<ContentKind>(it - kNames.begin());
}

ContentKind content_kind(std::string_view text, bool known_lines) {
    if (known_lines) {
        return ContentKind::robots_txt;
    }
    if (is_compressed(text)) {
        return ContentKind::compressed;
    }
    if (is_utf16(text)) {
        return ContentKind::utf16;
    }
    skip_byte_order_mark(text);
    const std::string_view all = trim(text, kBlanks);
    if (all.empty()) {
        return ContentKind::empty;
    }
    const std::string_view start = all.substr(0, kLooked);
    if (is_binary(start)) {
        return ContentKind::binary;
    }
    if (all[0] == '#' && is_all_comments(all)) {
        return ContentKind::robots_txt;
    }
    return kind_of_text(start);
}

}  // namespace robots
