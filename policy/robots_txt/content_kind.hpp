// Recognises the kind of file that a server sends for /robots.txt. Often, the
// file is not a robots.txt.

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
    robots_txt,  // has a line that crawlers know, or only comments
    empty,       // only white space
    html,
    xml,
    json,
    utf16,  // text that crawlers cannot read
    compressed,
    binary,
    other_text,  // any other text, e.g. "Not found"
};

constexpr std::size_t kContentKinds = 9;

// Returns a name, for example "robots.txt", "utf-16" or "other-text".
std::string_view to_string(ContentKind kind);

// Returns what kind of file `text` is. `lines` must be the lines of `text`,
// read with Reading::lenient. A text is a robots.txt if at least one line has a
// field that crawlers know, or if all lines are comments. In markup, JSON and
// binary data, only a User-agent line makes the text a robots.txt.
ContentKind content_kind(std::string_view text,
                         const std::vector<ReadLine>& lines);

// Whether `text` starts like HTML, XML or PHP.
bool is_markup(std::string_view text);

// Returns a clause that says why `text` is probably not meant as a robots.txt,
// and what to do: "it is UTF-16 text, ...; save it as UTF-8". Returns "" if
// `text` may be a robots.txt.
//
// A text that starts like another kind of file is refused even if it has lines
// that crawlers know: HTML, XML, PHP, JSON, UTF-16 and UTF-32 with or without a
// byte order mark, compressed data, images and PDF, and UTF-8 text with a byte
// order mark that was encoded twice or occurs twice. YAML without a User-agent
// line is also refused. A text without any line that crawlers know is also
// refused, unless all its lines are fields of other standards (`ACAP-crawler:
// *`). Control octets are accepted in a text with a User-agent line.
std::string_view why_foreign(std::string_view text);

// Returns "" if `text` may be served as a robots.txt. Otherwise returns the
// reason, without a quotation of `text`. An empty file, or a file with only
// comments, is a robots.txt that allows everything. Any other file must have at
// least one line of a robots.txt. A file without that line may be the wrong
// file, maybe a secret file, which must not be published.
std::string why_not_robots_txt(std::string_view text);

}  // namespace robots
