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

// The maximum length of a line of a robots.txt.

// The octets of a line that the largest crawler reads: eight times the longest
// URL.
constexpr std::size_t kMaxRobotsLine = 2083 * 8 - 1;

// How a robots.txt is read.
enum class Reading : bool {
    // By RFC 9309 alone.
    strict,
    // As the largest crawlers read any file: misspelt keys and a missing colon
    // are accepted.
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

// The key and the value, without blanks around them. The key is empty if the
// line has no meaning.
struct RobotsLine {
    std::string_view key;
    std::string_view value;
    bool has_colon = false;  // otherwise a blank separates them
};

// A line of a text that is not empty.
struct ReadLine {
    std::uint32_t number = 0;  // the first line is 1
    LineKey meaning = LineKey::other;
    RobotsLine said;
};

// Removes a byte order mark from `text`, or the part of a broken one that is
// there.
void skip_byte_order_mark(std::string_view& text);

// Cuts the next line off `text` and returns it; CR, LF and CRLF end lines. Of a
// long line, it returns only the kMaxRobotsLine octets that crawlers read.
std::string_view take_line(std::string_view& text);

// Splits "key: value", without its comment. A lenient reading also splits "key
// value", two words with one run of blanks between them: large crawlers accept
// the missing colon.
RobotsLine split_line(std::string_view line, Reading reading);

// Returns the meaning of a key. A lenient reading includes the misspellings
// that large crawlers accept.
LineKey key_from(std::string_view name, Reading reading);

// Replaces `lines` by the lines of `text`. Skips a byte order mark.
void read_lines(std::string_view text, Reading reading,
                std::vector<ReadLine>& lines);

// Reads a crawl-delay in seconds, maybe with a fraction; nullopt if it is not a
// number, or less than a millisecond.
std::optional<Milliseconds> parse_crawl_delay(
    std::string_view text, Longer longer = Longer::counts_as_longest);

// Does the same as request_rate_from(), but a period that is too long counts as
// kLongestPace, since somebody else may have written the robots.txt.
inline std::optional<RequestRate> parse_request_rate(std::string_view text) {
    return request_rate_from(text, Longer::counts_as_longest);
}

}  // namespace robots
