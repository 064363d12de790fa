// The kind of file that a server sends for /robots.txt: often it is not a
// robots.txt.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/robots_txt/robots_txt_line.hpp"

namespace robots {

enum class ContentKind : std::uint8_t {
    robots_txt,  // has a line that crawlers know, or nothing but comments
    empty,       // nothing but white space
    html,
    xml,
    json,
    utf16,  // text that crawlers cannot read
    compressed,
    binary,
    other_text,  // any other text, e.g. "Not found"
};

constexpr std::size_t kContentKinds = 9;

// "robots.txt", "utf-16", "other-text"
std::string_view to_string(ContentKind kind);

// Returns what kind of file `text` is; `lines` are its lines, read leniently. A
// text is a robots.txt if at least one line has a field that crawlers know; in
// markup, JSON and binary data, that field has to be User-agent.
ContentKind content_kind(std::string_view text,
                         const std::vector<ReadLine>& lines);

// Whether `text` starts like HTML, XML or PHP.
bool is_markup(std::string_view text);

// Returns why `text` is probably not meant as a robots.txt, and what to do, as
// a sentence whose subject is "it": "it is UTF-16 text, ...; save it as UTF-8".
// Returns "" if `text` may be a robots.txt.
//
// A text that starts as another kind of file is refused even if it has lines
// that crawlers know: HTML, XML, PHP, JSON, UTF-16 and UTF-32 with or without a
// byte order mark, compressed data, images and PDF, and UTF-8 whose byte order
// mark was encoded twice or is there twice. YAML without a User-agent line is
// refused, too. A text without any line that crawlers know is also refused,
// unless all its lines are fields of other standards (`ACAP-crawler: *`).
// Control octets are accepted in a text with a User-agent line.
std::string_view why_foreign(std::string_view text);

// Returns "" if `text` may be served as a robots.txt, otherwise the reason why
// not, which does not quote `text`. An empty file, or a file with only
// comments, is a robots.txt that allows everything. Any other file needs a line
// of a robots.txt: without one it may be a wrong file, maybe a secret one,
// which must not be published.
std::string why_not_robots_txt(std::string_view text);

}  // namespace robots
