// What servers answer to a request for /robots.txt, by its first octets: often
// not a robots.txt.

#ifndef ROBOTS_POLICY_ROBOTS_TXT_CONTENT_KIND_HPP
#define ROBOTS_POLICY_ROBOTS_TXT_CONTENT_KIND_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace robots {

enum class ContentKind : std::uint8_t {
    robots_txt,  // has a line that crawlers know, or nothing but comments
    empty,       // no octets but blanks
    html,
    xml,
    json,
    utf16,  // text that crawlers cannot read
    compressed,
    binary,
    other_text,  // "Not found"
};

constexpr std::size_t kContentKinds = 9;

// "robots.txt", "utf-16", "other-text"
std::string_view to_string(ContentKind kind);
std::optional<ContentKind> content_kind_from(std::string_view name);

// A text with a line that crawlers know is a robots.txt, whatever stands around
// it: `known_lines` says whether there is one.
ContentKind content_kind(std::string_view text, bool known_lines);

}  // namespace robots

#endif
