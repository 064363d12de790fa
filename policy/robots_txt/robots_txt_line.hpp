// Reads the lines of a robots.txt (RFC 9309 2.2).

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "policy/robots_txt/rate.hpp"
#include "policy/robots_txt/request_rate.hpp"

namespace robots {

// The number of octets of a line that Google's parser reads. The parser ignores
// the rest of the line. The parser has room for eight of its longest URLs (2083
// octets each).
constexpr std::size_t kMaxRobotsLine = 2083 * 8 - 1;

// How a robots.txt is read.
enum class Reading : bool {
    // By RFC 9309 alone.
    strict,
    // As large crawlers read, which accept misspelt keys and a missing colon.
    lenient,
};

// The meaning of a line's key.
enum class LineKey {
    user_agent,
    allow,
    disallow,
    crawl_delay,
    request_rate,
    visit_time,
    other,
};

// The key and the value of a line, without blanks around them. The key is empty
// if the line is empty, or cannot be split.
struct RobotsLine {
    std::string_view key;
    std::string_view value;
    bool has_colon = false;  // false: a blank separates key and value
};

// A line whose key is not empty.
struct ReadLine {
    std::uint32_t number = 0;  // the first line is 1
    LineKey meaning = LineKey::other;
    RobotsLine said;
};

// Removes the byte order mark at the start of `text`, even if the mark is
// incomplete.
void skip_byte_order_mark(std::string_view& text);

// Cuts the next line off `text` and returns it. A line ends with CR, LF or
// CRLF. Returns at most the first kMaxRobotsLine octets of the line.
std::string_view take_line(std::string_view& text);

// Splits "key: value", and drops a comment. A lenient reading also splits "key
// value": two words with only blanks between them. Large crawlers accept the
// missing colon.
RobotsLine split_line(std::string_view line, Reading reading);

// Returns the meaning of a key. A lenient reading includes the misspellings
// that large crawlers accept.
LineKey key_from(std::string_view name, Reading reading);

// Replaces `lines` by the lines of `text` that have a key. Skips a byte order
// mark at the start.
void read_lines(std::string_view text, Reading reading,
                std::vector<ReadLine>& lines);

// Reads the number of seconds at the start of `text`, maybe with a fraction.
// Returns nullopt if `text` does not start with a number or the delay is less
// than a millisecond. `longer` says what happens to a delay above kLongestPace.
std::optional<Milliseconds> parse_crawl_delay(
    std::string_view text, Longer longer = Longer::counts_as_longest);

// Reads a rate in a robots.txt. A period that is too long counts as
// kLongestPace, since the policy's author may not be able to change the
// robots.txt.
inline std::optional<RequestRate> parse_request_rate(std::string_view text) {
    return request_rate_from(text, Longer::counts_as_longest);
}

}  // namespace robots
