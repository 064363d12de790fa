#include "cli/log/combined_line.hpp"

#include <charconv>
#include <optional>

#include "cli/log/timestamp.hpp"

namespace robotsctl {

namespace {

// The octet that "x22" at the front of `text` stands for.
std::optional<char> escaped_octet(std::string_view text) {
    constexpr std::size_t kSize = 3;
    if (text.size() < kSize || text[0] != 'x') {
        return std::nullopt;
    }
    unsigned char octet = 0;
    const auto [end, error] =
        std::from_chars(text.data() + 1, text.data() + kSize, octet, 16);
    if (error != std::errc{} || end != text.data() + kSize) {
        return std::nullopt;
    }
    return static_cast<char>(octet);
}

// nginx escapes a quotation mark as "\x22", Apache as "\"".
std::string_view unescaped(std::string_view text, std::string& storage) {
    if (text.find('\\') == std::string_view::npos) {
        return text;
    }
    storage.clear();
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            storage += text[i];
            continue;
        }
        ++i;
        if (const auto octet = escaped_octet(text.substr(i))) {
            storage += *octet;
            i += 2;
        } else {
            storage += text[i];
        }
    }
    return storage;
}

// Takes `"..."` off the front of `rest`; nullopt if `rest` starts otherwise.
std::optional<std::string_view> take_quoted(std::string_view& rest) {
    if (rest.empty() || rest[0] != '"') {
        return std::nullopt;
    }
    std::size_t end = 1;
    while (end < rest.size() && rest[end] != '"') {
        end += rest[end] == '\\' ? 2 : 1;
    }
    if (end >= rest.size()) {
        return std::nullopt;
    }
    const std::string_view text = rest.substr(1, end - 1);
    rest.remove_prefix(end + 1);
    return text;
}

// Takes the next word and the blank after it off the front of `rest`; empty if
// no blank follows.
std::string_view take_word(std::string_view& rest) {
    const std::size_t end = rest.find(' ');
    if (end == std::string_view::npos) {
        return {};
    }
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    return word;
}

// As take_quoted(), with the blank after it.
std::optional<std::string_view> take_quoted_word(std::string_view& rest) {
    const auto text = take_quoted(rest);
    if (!text || rest.empty() || rest[0] != ' ') {
        return std::nullopt;
    }
    rest.remove_prefix(1);
    return text;
}

}  // namespace

LineKind CombinedLineParser::parse(std::string_view line, LogRecord& record) {
    const std::size_t end = line.find(' ');
    // The name of the user stands before the time, and may hold blanks.
    const std::size_t bracket = line.find(" [");
    if (end == std::string_view::npos || end == 0 ||
        bracket == std::string_view::npos) {
        return LineKind::unreadable;
    }
    record.address = line.substr(0, end);
    std::string_view rest = line.substr(bracket + 2);
    const std::size_t close = rest.find("] ");
    const auto time = time_from_local(rest.substr(0, close));
    if (!time) {
        return LineKind::unreadable;
    }
    record.time = *time;
    rest.remove_prefix(close + 2);
    const auto request = take_quoted_word(rest);
    record.status = request ? take_word(rest) : std::string_view{};
    const bool has_size = !record.status.empty() && !take_word(rest).empty();
    if (!has_size) {
        return LineKind::unreadable;
    }
    const auto referer = take_quoted_word(rest);
    const auto user_agent = referer ? take_quoted(rest) : std::nullopt;
    if (!user_agent) {
        return LineKind::unreadable;
    }
    record.user_agent = header_value(unescaped(*user_agent, user_agent_));
    return take_request(unescaped(*request, request_), record);
}

}  // namespace robotsctl
