// The lines of a robots.txt (RFC 9309 2.2), for those who read one.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "policy/robots_txt/rate.hpp"
#include "policy/robots_txt/request_rate.hpp"

namespace robots {

// How long a line of a robots.txt may be.

// What the largest crawler reads of a line: eight times the longest URL.
constexpr std::size_t kMaxRobotsLine = 2083 * 8 - 1;

// How a robots.txt is read.
enum class Reading : bool {
    // By RFC 9309 alone.
    strict,
    // As the largest crawlers read other people's files: misspelt keys and a
    // missing colon are understood.
    lenient,
};

// What a line's key means.
enum class LineKey {
    user_agent,
    allow,
    disallow,
    crawl_delay,
    request_rate,
    visit_time,
    other,
};

// The key and the value without blanks around them; no key if the line says
// nothing.
struct RobotsLine {
    std::string_view key;
    std::string_view value;
    bool has_colon = false;  // otherwise a blank is between them
};

// A line of a text that says something.
struct ReadLine {
    std::uint32_t number = 0;  // of the first: 1
    LineKey meaning = LineKey::other;
    RobotsLine said;
};

// Takes a byte order mark off, and as much as there is of a broken one.
void skip_byte_order_mark(std::string_view& text);

// Cuts the next line off `text`; CR, LF and CRLF end lines. Of a long one only
// the part that crawlers read.
std::string_view take_line(std::string_view& text);

// "key: value" without a comment. Reading leniently also "key value" with
// exactly one run of blanks between two words, the missing colon that large
// crawlers forgive.
RobotsLine split_line(std::string_view line, Reading reading);

// Reading leniently, misspellings that large crawlers accept included.
LineKey key_from(std::string_view name, Reading reading);

// Replaces `lines` by those of `text`, behind a byte order mark.
void read_lines(std::string_view text, Reading reading,
                std::vector<ReadLine>& lines);

// A crawl-delay in seconds, possibly with a fraction; nullopt if it is
// not a number, or less than a millisecond.
std::optional<Milliseconds> parse_crawl_delay(
    std::string_view text, Longer longer = Longer::counts_as_longest);

// The same as request_rate_from(), but lenient: a robots.txt may be somebody
// else's.
inline std::optional<RequestRate> parse_request_rate(std::string_view text) {
    return request_rate_from(text, Longer::counts_as_longest);
}

}  // namespace robots
