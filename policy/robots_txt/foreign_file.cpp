#include "policy/robots_txt/foreign_file.hpp"

#include <algorithm>
#include <cstddef>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/base/utf8.hpp"

namespace robots {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kBlanks = " \t\r\n\v\f";

constexpr std::string_view kUtf16 =
    "it is UTF-16 text, which crawlers cannot read; save it as UTF-8";
constexpr std::string_view kPacked =
    "it is compressed; unpack it first, and see that the server does not "
    "compress it twice";
constexpr std::string_view kBinary = "it is not text, but an image or a PDF";
constexpr std::string_view kTwice =
    "it starts with a byte order mark that was encoded twice, so crawlers "
    "misread its first line; save it as UTF-8 without a byte order mark";

struct Start {
    std::string_view octets;
    std::string_view why;
};

constexpr Start kStarts[] = {
    {"\xFF\xFE\0\0"sv,
     "it is UTF-32 text, which crawlers cannot read; save it as UTF-8"},
    {"\0\0\xFE\xFF"sv,
     "it is UTF-32 text, which crawlers cannot read; save it as UTF-8"},
    {"\xFF\xFE"sv, kUtf16},
    {"\xFE\xFF"sv, kUtf16},
    {"\x1F\x8B"sv, kPacked},
    {"PK\x03\x04"sv, kPacked},
    {"BZh"sv, kPacked},
    {"\x28\xB5\x2F\xFD"sv, kPacked},
    {"\xFD"
     "7zXZ"sv,
     kPacked},
    {"\x89PNG"sv, kBinary},
    {"GIF8"sv, kBinary},
    {"\xFF\xD8\xFF"sv, kBinary},
    {"%PDF-"sv, kBinary},
    {"\xC3\xAF\xC2\xBB\xC2\xBF"sv, kTwice},
    {"\xEF\xBB\xBF\xEF\xBB\xBF"sv,
     "it starts with two byte order marks, so crawlers misread its first line; "
     "save it as UTF-8 without one"},
};

bool starts_with(std::string_view text, std::string_view start) {
    return text.substr(0, start.size()) == start;
}

// Whether every other octet of the start is NUL: ASCII, two octets each.
bool is_in_pairs(std::string_view text) {
    constexpr std::size_t kLooked = 16;
    const std::string_view start = text.substr(0, kLooked);
    if (start.size() < 4) {
        return false;
    }
    for (std::size_t i = 2; i < start.size(); ++i) {
        if ((start[i] == '\0') != (start[i - 2] == '\0')) {
            return false;
        }
    }
    return (start[0] == '\0') != (start[1] == '\0');
}

std::string_view why_markup(std::string_view text) {
    if (equal_folded(text.substr(0, 5), "<?php")) {
        return "it is PHP source code, which the server should have run";
    }
    if (equal_folded(text.substr(0, 5), "<?xml")) {
        return "it is XML, not a robots.txt";
    }
    const char next = text.size() > 1 ? text[1] : '\0';
    const bool is_tag =
        next == '!' || next == '/' || (fold(next) >= 'a' && fold(next) <= 'z');
    return is_tag ? "it is an HTML page, perhaps the error page of a server"sv
                  : ""sv;
}

std::string_view why_json(std::string_view text) {
    const std::string_view rest = trim(text.substr(1), kBlanks);
    constexpr std::string_view kNext = "\"{[]}";
    const bool is_json =
        rest.empty() || kNext.find(rest.front()) != std::string_view::npos;
    return is_json ? "it is JSON, not a robots.txt"sv : ""sv;
}

}  // namespace

std::string_view why_foreign(std::string_view text) {
    const auto* const start = std::find_if(
        std::begin(kStarts), std::end(kStarts),
        [text](const Start& each) { return starts_with(text, each.octets); });
    if (start != std::end(kStarts)) {
        return start->why;
    }
    if (is_in_pairs(text)) {
        return kUtf16;
    }
    if (starts_with(text, kByteOrderMark)) {
        text.remove_prefix(kByteOrderMark.size());
    }
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    if (starts_with(text, "<")) {
        return why_markup(text);
    }
    return starts_with(text, "{") || starts_with(text, "[") ? why_json(text)
                                                            : ""sv;
}

}  // namespace robots
