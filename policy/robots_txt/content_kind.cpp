#include "policy/robots_txt/content_kind.hpp"

#include <algorithm>
#include <iterator>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/base/utf8.hpp"
#include "policy/robots_txt/field_name.hpp"

namespace robots {

namespace {

using namespace std::string_view_literals;

constexpr std::array<std::string_view, kContentKinds> kKindNames{
    "robots.txt", "empty",      "html",   "xml",       "json",
    "utf-16",     "compressed", "binary", "other-text"};

// The number of octets at the start of a text that are examined for its kind.
constexpr std::size_t kLooked = 1024;

constexpr std::string_view kBlanks = " \t\r\n\v\f";

// A kind of file that is not a robots.txt, and the clause that why_foreign()
// returns for this kind.
struct Foreign {
    ContentKind kind;
    std::string_view why;
};

constexpr Foreign kUtf16{
    ContentKind::utf16,
    "it is UTF-16 text, which crawlers cannot read; save it as UTF-8"};
constexpr Foreign kUtf32{
    ContentKind::utf16,
    "it is UTF-32 text, which crawlers cannot read; save it as UTF-8"};
constexpr Foreign kPacked{
    ContentKind::compressed,
    "it is compressed; unpack it first, and see that the server does not "
    "compress it twice"};
constexpr Foreign kImage{ContentKind::binary,
                         "it is an image or a PDF, and a robots.txt is text"};

struct Start {
    std::string_view octets;
    Foreign what;
};

constexpr Start kStarts[] = {
    {"\xFF\xFE\0\0"sv, kUtf32},
    {"\0\0\xFE\xFF"sv, kUtf32},
    {"\xFF\xFE"sv, kUtf16},
    {"\xFE\xFF"sv, kUtf16},
    {"\x1F\x8B"sv, kPacked},
    {"PK\x03\x04"sv, kPacked},
    {"BZh"sv, kPacked},
    {"\x28\xB5\x2F\xFD"sv, kPacked},
    {"\xFD"
     "7zXZ"sv,
     kPacked},
    {"\x89PNG"sv, kImage},
    {"GIF8"sv, kImage},
    {"\xFF\xD8\xFF"sv, kImage},
    {"%PDF-"sv, kImage},
    {"\xC3\xAF\xC2\xBB\xC2\xBF"sv,
     {ContentKind::other_text,
      "it starts with a byte order mark that was encoded twice, so crawlers "
      "misread its first line; save it as UTF-8 without a byte order mark"}},
    {"\xEF\xBB\xBF\xEF\xBB\xBF"sv,
     {ContentKind::other_text,
      "it starts with two byte order marks, so crawlers misread its first "
      "line; save it as UTF-8 without one"}},
};

// Whether every second octet of the start is NUL, as for ASCII text in UTF-16.
bool is_in_pairs(std::string_view text) {
    const std::string_view start = text.substr(0, 16);
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

std::optional<Foreign> markup(std::string_view text) {
    if (equal_folded(text.substr(0, 5), "<?php")) {
        return Foreign{
            ContentKind::html,
            "it is PHP source code, which the server should have run"};
    }
    constexpr Foreign kHtml{
        ContentKind::html,
        "it is an HTML page, perhaps the error page of a server"};
    if (equal_folded(text.substr(0, 5), "<?xml")) {
        return fold(text.substr(0, kLooked)).find("<html") != std::string::npos
                   ? kHtml
                   : Foreign{ContentKind::xml, "it is XML, not a robots.txt"};
    }
    const char next = text.size() > 1 ? text[1] : '\0';
    const bool is_tag =
        next == '!' || next == '/' || next == '?' || is_letter(next);
    return is_tag ? std::optional(kHtml) : std::nullopt;
}

std::optional<Foreign> json(std::string_view text) {
    const std::string_view inside = trim(text.substr(1), kBlanks);
    const std::string_view next = text[0] == '{' ? R"("})"sv : R"("{[])"sv;
    const bool is_json =
        inside.empty() || next.find(inside[0]) != std::string_view::npos;
    return is_json ? std::optional(Foreign{ContentKind::json,
                                           "it is JSON, not a robots.txt"})
                   : std::nullopt;
}

std::string_view behind_blanks(std::string_view text) {
    skip_byte_order_mark(text);
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    return text;
}

std::optional<Foreign> foreign_start(std::string_view text) {
    const auto* const start = std::find_if(
        std::begin(kStarts), std::end(kStarts),
        [text](const Start& each) { return starts_with(text, each.octets); });
    if (start != std::end(kStarts)) {
        return start->what;
    }
    if (is_in_pairs(text)) {
        return kUtf16;
    }
    text = behind_blanks(text);
    switch (text.empty() ? '\0' : text[0]) {
        case '<':
            return markup(text);
        case '{':
        case '[':
            return json(text);
        default:
            return std::nullopt;
    }
}

bool may_be_markup(std::string_view text) {
    const std::string_view start = behind_blanks(text).substr(0, 1);
    return !start.empty() && "<{["sv.find(start[0]) != std::string_view::npos;
}

bool is_known(const ReadLine& line) {
    return line.said.has_colon && (line.meaning != LineKey::other ||
                                   !field_read_as(line.said.key).empty());
}

bool has_agents(const std::vector<ReadLine>& lines) {
    return std::any_of(lines.begin(), lines.end(), [](const ReadLine& line) {
        return line.meaning == LineKey::user_agent && line.said.has_colon;
    });
}

// Whether the start of `text` has a NUL, or more than a tenth of its octets are
// control octets other than white space.
bool is_binary(std::string_view text) {
    text = text.substr(0, kLooked);
    const auto controls = static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(),
        [](char c) { return c >= '\0' && c < ' ' && (c < '\t' || c > '\r'); }));
    return text.find('\0') != std::string_view::npos ||
           controls * 10 > text.size();
}

bool has_known_line(std::string_view text, const std::vector<ReadLine>& lines) {
    return may_be_markup(text) || is_binary(text)
               ? has_agents(lines)
               : std::any_of(lines.begin(), lines.end(), is_known);
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

// Returns the kind of a text for which foreign_start() returns nullopt.
ContentKind kind_of_rest(std::string_view text) {
    skip_byte_order_mark(text);
    const std::string_view all = trim(text, kBlanks);
    if (all.empty()) {
        return ContentKind::empty;
    }
    if (is_binary(all)) {
        return ContentKind::binary;
    }
    return all[0] == '#' && is_all_comments(all) ? ContentKind::robots_txt
                                                 : ContentKind::other_text;
}

// Whether the line starts a block of YAML: "- key: value", or "key:" with a key
// that crawlers do not know.
bool opens_block(const ReadLine& line) {
    const std::string_view key = line.said.key;
    return line.said.has_colon && line.meaning == LineKey::other &&
           (starts_with(key, "- ") ||
            (line.said.value.empty() && field_read_as(key).empty()));
}

// Whether `text` is YAML, perhaps a policy. A policy also has fields of a
// robots.txt as keys. But these keys are indented, and a policy has no key
// User-agent.
bool is_yaml(std::string_view text, const std::vector<ReadLine>& lines) {
    const auto is_inside = [text](const ReadLine& line) {
        const char* const key = line.said.key.data();
        return key != text.data() && is_blank(key[-1]);
    };
    return !has_agents(lines) &&
           std::any_of(lines.begin(), lines.end(), opens_block) &&
           std::none_of(lines.begin(), lines.end(),
                        [&is_inside](const ReadLine& line) {
                            return is_known(line) && !is_inside(line);
                        });
}

// Whether each line has a value and the name of a field (of any standard). The
// lines of a policy can look like this, too. But a policy has the key
// `version`, which does not count as the name of a field.
bool is_all_fields(std::string_view text, const std::vector<ReadLine>& lines) {
    std::size_t said = 0;
    skip_byte_order_mark(text);
    while (!text.empty()) {
        const std::string_view line = take_line(text);
        said += trim(line.substr(0, line.find('#'))).empty() ? 0 : 1;
    }
    return said == lines.size() &&
           std::all_of(lines.begin(), lines.end(), [](const ReadLine& line) {
               return line.said.has_colon && is_field_name(line.said.key) &&
                      line.said.key != "version" && !line.said.value.empty();
           });
}

}  // namespace

std::string_view to_string(ContentKind kind) {
    return kKindNames[static_cast<std::size_t>(kind)];
}

ContentKind content_kind(std::string_view text,
                         const std::vector<ReadLine>& lines) {
    if (has_known_line(text, lines)) {
        return ContentKind::robots_txt;
    }
    const auto foreign = foreign_start(text);
    return foreign ? foreign->kind : kind_of_rest(text);
}

bool is_markup(std::string_view text) {
    text = behind_blanks(text);
    return !text.empty() && text[0] == '<' && markup(text).has_value();
}

std::string_view why_foreign(std::string_view text) {
    if (const auto foreign = foreign_start(text)) {
        return foreign->why;
    }
    std::vector<ReadLine> lines;
    read_lines(text, Reading::lenient, lines);
    const ContentKind kind = content_kind(text, lines);
    if (kind == ContentKind::binary) {
        return "it is binary data, and a robots.txt is text";
    }
    if (is_yaml(text, lines)) {
        return "it is YAML, perhaps a policy already, and not a robots.txt";
    }
    return kind == ContentKind::other_text && !is_all_fields(text, lines)
               ? "it has no line of a robots.txt, such as `User-agent: *` or "
                 "`Disallow: /private/`"
               : "";
}

// ---- what may be served -----------------------------------------------------

namespace {

// Keys that only a robots.txt has. "Host" is missing here, because other kinds
// of files have that key, too.
constexpr std::string_view kOtherKeys[] = {"sitemap", "clean-param",
                                           "content-signal", "content-usage"};

bool is_web_url(std::string_view text) {
    return starts_with(text, "http://") || starts_with(text, "https://");
}

// Whether `line`, which was split at a colon, is a line of a robots.txt. A line
// without a colon may be from another program's file: "allow 192.0.2.1;".
bool is_robots_line(const RobotsLine& line) {
    if (key_from(line.key, Reading::lenient) != LineKey::other) {
        return true;
    }
    return std::any_of(std::begin(kOtherKeys), std::end(kOtherKeys),
                       [&line](std::string_view key) {
                           return equal_folded(key, line.key);
                       }) ||
           (equal_folded(line.key, "license") && is_web_url(line.value));
}

bool says_something(std::string_view line) {
    return line.substr(0, line.find('#')).find_first_not_of(" \t\v\f") !=
           std::string_view::npos;
}

}  // namespace

std::string why_not_robots_txt(std::string_view text) {
    if (text.find('\0') != std::string_view::npos) {
        return "it is not text: it contains a NUL byte";
    }
    skip_byte_order_mark(text);
    const bool is_page = is_markup(text);
    bool is_empty = true;
    while (!text.empty()) {
        const std::string_view line = take_line(text);
        if (is_robots_line(split_line(line, Reading::strict))) {
            return "";
        }
        is_empty = is_empty && !says_something(line);
    }
    if (is_page) {
        return "it is an HTML or XML page, perhaps the error page of a server";
    }
    return is_empty ? ""
                    : "it contains no robots.txt line, such as `Disallow:`";
}

}  // namespace robots
