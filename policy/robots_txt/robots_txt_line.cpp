#include "policy/robots_txt/robots_txt_line.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "policy/base/ascii.hpp"
#include "policy/base/text.hpp"
#include "policy/base/utf8.hpp"

namespace robots {

namespace {

struct Spelling {
    std::string_view name;
    LineKey key;
};

constexpr Spelling kLineKeys[] = {
    {"user-agent", LineKey::user_agent},
    {"allow", LineKey::allow},
    {"disallow", LineKey::disallow},
    {"crawl-delay", LineKey::crawl_delay},
    {"request-rate", LineKey::request_rate},
    {"visit-time", LineKey::visit_time},
};

constexpr Spelling kMisspeltKeys[] = {
    {"useragent", LineKey::user_agent}, {"user agent", LineKey::user_agent},
    {"dissallow", LineKey::disallow},   {"dissalow", LineKey::disallow},
    {"disalow", LineKey::disallow},     {"diasllow", LineKey::disallow},
    {"disallaw", LineKey::disallow},    {"crawldelay", LineKey::crawl_delay},
};

// Whether the names are equal, case-insensitively. Compares the length and the
// first octet first, since nearly all names differ in one of them.
bool is_same(std::string_view known, std::string_view name) {
    return known.size() == name.size() && known[0] == fold(name[0]) &&
           equal_folded(known, name);
}

// Returns the index of the first CR or LF, or the size of `text`. Searches in
// pieces: if a text has CRs and no LF, a search for LF would read all the text.
std::size_t line_end(std::string_view text) {
    constexpr std::size_t kPiece = 256;
    for (std::size_t at = 0; at < text.size(); at += kPiece) {
        const std::string_view piece = text.substr(at, kPiece);
        const std::size_t lf = piece.find('\n');
        const std::size_t cr = piece.substr(0, lf).find('\r');
        const std::size_t end = std::min(lf, cr);
        if (end != std::string_view::npos) {
            return at + end;
        }
    }
    return text.size();
}

}  // namespace

void skip_byte_order_mark(std::string_view& text) {
    std::size_t size = 0;
    while (size < kByteOrderMark.size() && size < text.size() &&
           text[size] == kByteOrderMark[size]) {
        ++size;
    }
    text.remove_prefix(size);
}

std::string_view take_line(std::string_view& text) {
    const std::size_t end = line_end(text);
    const std::string_view line = text.substr(0, std::min(end, kMaxRobotsLine));
    std::size_t next = end;
    if (next < text.size()) {
        const bool two = text[next] == '\r' && next + 1 < text.size() &&
                         text[next + 1] == '\n';
        next += two ? 2 : 1;
    }
    text.remove_prefix(next);
    return line;
}

RobotsLine split_line(std::string_view line, Reading reading) {
    line = trim(line.substr(0, line.find('#')));
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos) {
        return {trim(line.substr(0, colon)), trim(line.substr(colon + 1)),
                true};
    }
    const auto blank = std::find_if(line.begin(), line.end(), is_blank);
    if (blank == line.end() || reading == Reading::strict) {
        return {};
    }
    const auto key = static_cast<std::size_t>(blank - line.begin());
    const std::string_view value = trim(line.substr(key));
    if (std::any_of(value.begin(), value.end(), is_blank)) {
        return {};
    }
    return {line.substr(0, key), value, false};
}

LineKey key_from(std::string_view name, Reading reading) {
    for (const Spelling& spelling : kLineKeys) {
        if (is_same(spelling.name, name)) {
            return spelling.key;
        }
    }
    if (reading == Reading::lenient) {
        for (const Spelling& spelling : kMisspeltKeys) {
            if (is_same(spelling.name, name)) {
                return spelling.key;
            }
        }
    }
    return LineKey::other;
}

void read_lines(std::string_view text, Reading reading,
                std::vector<ReadLine>& lines) {
    lines.clear();
    skip_byte_order_mark(text);
    for (std::uint32_t number = 1; !text.empty(); ++number) {
        const RobotsLine said = split_line(take_line(text), reading);
        if (!said.key.empty()) {
            lines.push_back({number, key_from(said.key, reading), said});
        }
    }
}

std::optional<Milliseconds> parse_crawl_delay(std::string_view text,
                                              Longer longer) {
    constexpr double kShortest = 0.001;
    constexpr double kLongest = std::chrono::seconds(kLongestPace).count();
    double seconds = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), seconds);
    if (error != std::errc{} || !std::isfinite(seconds) ||
        seconds < kShortest ||
        (seconds > kLongest && longer == Longer::is_refused)) {
        return std::nullopt;
    }
    return Milliseconds(std::lround(std::min(seconds, kLongest) * 1000));
}

}  // namespace robots
