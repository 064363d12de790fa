#include "cli/log/access_log.hpp"

#include <algorithm>
#include <optional>

#include "cli/log/json_line.hpp"
#include "policy/base/ascii.hpp"

namespace robotsctl {

namespace {

using robots::is_digit;

// Removes a quoted text `"..."` from the front of `rest`, and returns it.
// Returns nullopt if the closing quote is missing.
std::optional<std::string_view> take_quoted(std::string_view& rest) {
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

// Whether `word` looks like an address. nginx logs "unix:" for a client of a
// Unix domain socket.
bool is_address(std::string_view word) {
    const bool numbers = std::all_of(word.begin(), word.end(), [](char c) {
        return is_digit(c) || c == '.';
    });
    const bool groups = word.find(':') != std::string_view::npos &&
                        word.find_first_not_of("0123456789abcdefABCDEF:.") ==
                            std::string_view::npos;
    return !word.empty() && (numbers || groups || word == "unix:");
}

// Whether `text` looks like a host name, for example "www.example.com" or
// "example.com:8443". Addresses, numbers and other single words of a log do
// not.
bool is_host_name(std::string_view text) {
    const std::size_t colon = text.find(':');
    const std::string_view port =
        colon == std::string_view::npos ? "" : text.substr(colon + 1);
    text = text.substr(0, colon);
    const std::size_t dot = text.rfind('.');
    return dot != std::string_view::npos && dot > 0 && text.size() > dot + 2 &&
           std::all_of(text.begin() + static_cast<std::ptrdiff_t>(dot) + 1,
                       text.end(), robots::is_letter) &&
           std::all_of(text.begin(), text.end(),
                       [](char c) {
                           return robots::is_alphanumeric(c) || c == '-' ||
                                  c == '.';
                       }) &&
           std::all_of(port.begin(), port.end(), is_digit);
}

// Whether a line has a host before the address. The text before the time is
// "ADDRESS IDENT USER" or "HOST ADDRESS IDENT USER". IDENT is nearly always
// "-", and USER may contain blanks.
bool has_host_in_front(std::string_view first, std::string_view rest) {
    const std::string_view second = rest.substr(0, rest.find(' '));
    if (second == "-") {
        return false;
    }
    return is_address(second) || (!is_address(first) && is_host_name(first));
}

// The fields before the time are read as one value, $sender, because their
// number varies and the name of a user may contain blanks.
const LogFormat& combined_format() {
    LogFormat::Problem problem;
    static const LogFormat kFormat = *LogFormat::from(
        "$sender [$time_local] \"$request\" $status "
        "$body_bytes_sent \"$http_referer\" "
        "\"$http_user_agent\"",
        problem);
    return kFormat;
}

}  // namespace

CombinedLineParser::CombinedLineParser(HostPlace host)
    : host_(host), lines_(combined_format()) {}

// Reads the fields before the time: the client's address, and the host if it is
// among these fields.
void CombinedLineParser::read_front(std::string_view words,
                                    LogRecord& record) const {
    const std::size_t end = words.find(' ');
    const std::string_view first = words.substr(0, end);
    const std::string_view rest =
        end == std::string_view::npos ? "" : words.substr(end + 1);
    if (host_ == HostPlace::front ||
        (host_ != HostPlace::nowhere && host_ != HostPlace::behind &&
         has_host_in_front(first, rest))) {
        record.host = header_value(first);
        record.address = rest.substr(0, rest.find(' '));
    } else {
        record.address = first;
    }
}

// Reads the text after the user agent. If HostPlace is `unknown`, the first
// line with a text after the user agent decides for all lines of the log
// whether this text is a host. If each line decided for itself, a client could
// choose the host of its line, with a header that nginx logs after the user
// agent.
void CombinedLineParser::read_behind(std::string_view rest, LogRecord& record) {
    if ((host_ != HostPlace::unknown && host_ != HostPlace::behind) ||
        rest.size() < 2 || rest[0] != ' ') {
        return;
    }
    rest.remove_prefix(1);
    std::string_view word = rest.substr(0, rest.find(' '));
    if (rest[0] == '"') {
        word = take_quoted(rest).value_or(std::string_view{});
    } else {
        rest.remove_prefix(word.size());
    }
    word = header_value(word);
    if (word.empty()) {
        return;
    }
    if (host_ == HostPlace::unknown) {
        host_ = record.host.empty() && rest.empty() && is_host_name(word)
                    ? HostPlace::behind
                    : HostPlace::not_behind;
    }
    if (host_ == HostPlace::behind) {
        record.host = word;
    }
}

LineKind CombinedLineParser::parse(std::string_view line, LogRecord& record) {
    const LineKind kind = lines_.parse(line, record);
    if (kind != LineKind::unreadable) {
        read_front(lines_.value(line, 0), record);
        read_behind(lines_.behind(line), record);
    }
    return kind;
}

LogLineParser::LogLineParser(const LogReading& reading)
    : reading_(reading),
      combined_(reading.host),
      json_(std::make_unique<JsonLineParser>()),
      formatted_(reading.format == nullptr
                     ? nullptr
                     : std::make_unique<FormatLineParser>(*reading.format)) {}

LogLineParser::~LogLineParser() = default;

LineKind LogLineParser::parse(std::string_view line, LogRecord& record) {
    record = {};
    if (formatted_ != nullptr) {
        return formatted_->parse(line, record);
    }
    return !line.empty() && line[0] == '{' ? json_->parse(line, record)
                                           : combined_.parse(line, record);
}

}  // namespace robotsctl
