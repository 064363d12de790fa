#include "log/access_log.hpp"

#include <algorithm>

#include "log/json_scan.hpp"
#include "log/timestamp.hpp"

namespace robotsctl {

namespace {

// The hexadecimal digit at text[at], or -1.
int hex_at(std::string_view text, std::size_t at) {
    const char c = at < text.size() ? text[at] : ' ';
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// nginx writes octets that could break a line as "\x22", Apache as "\"".
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
        const int high = hex_at(text, i + 1);
        const int low = hex_at(text, i + 2);
        if (text[i] == 'x' && high >= 0 && low >= 0) {
            storage += static_cast<char>(high * 16 + low);
            i += 2;
        } else {
            storage += text[i];
        }
    }
    return storage;
}

// Takes `"..."` off the front of `rest`; nullopt where there is none.
std::optional<std::string_view> take_quoted(std::string_view& rest) {
    if (rest.empty() || rest[0] != '"') {
        return std::nullopt;
    }
    std::size_t end = rest.find('"', 1);
    while (end != std::string_view::npos) {
        std::size_t slashes = 0;
        while (rest[end - 1 - slashes] == '\\') {
            ++slashes;
        }
        if (slashes % 2 == 0) {
            const std::string_view text = rest.substr(1, end - 1);
            rest.remove_prefix(end + 1);
            return text;
        }
        end = rest.find('"', end + 1);
    }
    return std::nullopt;
}

// Takes the next word and the blank after it off the front of `rest`.
bool skip_word(std::string_view& rest) {
    const std::size_t end = rest.find(' ');
    if (end == std::string_view::npos || end == 0) {
        return false;
    }
    rest.remove_prefix(end + 1);
    return true;
}

bool is_method(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
    });
}

// "GET /path HTTP/1.1" into method and target; a target may hold blanks.
LineKind split_request(std::string_view request, LogRecord& record) {
    const std::size_t blank = request.find(' ');
    if (blank == std::string_view::npos) {
        return LineKind::no_request;
    }
    record.method = request.substr(0, blank);
    std::string_view rest = request.substr(blank + 1);
    const std::size_t version = rest.rfind(" HTTP/");
    record.target = rest.substr(0, version);
    return is_method(record.method) && !record.target.empty()
               ? LineKind::request
               : LineKind::no_request;
}

// nginx writes "-" for a header that was not sent.
std::string_view or_empty(std::string_view text) {
    return text == "-" ? std::string_view{} : text;
}

}  // namespace

LineKind LogLineParser::parse(std::string_view line, LogRecord& record) {
    record = {};
    return !line.empty() && line[0] == '{' ? parse_json(line, record)
                                           : parse_combined(line, record);
}

LineKind LogLineParser::parse_combined(std::string_view line,
                                       LogRecord& record) {
    const std::size_t end = line.find(' ');
    // The user's name comes in front of the time, and may hold anything.
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
    const auto request = take_quoted(rest);
    if (!request || rest.empty() || rest[0] != ' ') {
        return LineKind::unreadable;
    }
    rest.remove_prefix(1);
    const bool has_status = skip_word(rest);
    const bool has_size = skip_word(rest);
    if (!has_status || !has_size) {
        return LineKind::unreadable;
    }
    const auto referer = take_quoted(rest);
    if (!referer || rest.empty() || rest[0] != ' ') {
        return LineKind::unreadable;
    }
    rest.remove_prefix(1);
    const auto user_agent = take_quoted(rest);
    if (!user_agent) {
        return LineKind::unreadable;
    }
    record.user_agent = or_empty(unescaped(*user_agent, decoded_[kUserAgent]));
    return split_request(unescaped(*request, decoded_[kRequest]), record);
}

LogLineParser::Field LogLineParser::field_named(std::string_view name) {
    struct Name {
        std::string_view text;
        Field field;
    };
    constexpr Name kNames[] = {
        {"time", kTime},           {"address", kAddress},
        {"request", kRequest},     {"user_agent", kUserAgent},
        {"site", kSite},           {"host", kHost},
        {"scheme", kScheme},       {"port", kPort},
        {"time_iso8601", kTime},   {"timestamp", kTime},
        {"@timestamp", kTime},     {"time_local", kTimeLocal},
        {"msec", kMsec},           {"request_method", kMethod},
        {"method", kMethod},       {"request_uri", kTarget},
        {"uri", kTarget},          {"http_user_agent", kUserAgent},
        {"remote_addr", kAddress}, {"http_host", kHost},
        {"server_port", kPort},    {"robots_site", kSite},
    };
    for (const Name& known : kNames) {
        if (known.text == name) {
            return known.field;
        }
    }
    return kFields;
}

bool LogLineParser::take_member(std::string_view& rest) {
    const auto name = json_string(rest);
    if (!name || !json_mark(rest, ':')) {
        return false;
    }
    const Field field = field_named(*name);
    json_blanks(rest);
    if (!rest.empty() && rest[0] == '"') {
        const auto value = json_string(rest);
        if (value && field != kFields) {
            if (value->find('\\') == std::string_view::npos) {
                members_[field] = *value;
            } else if (json_unescape(*value, decoded_[field])) {
                members_[field] = decoded_[field];
            } else {
                return false;
            }
        }
        return value.has_value();
    }
    const auto value = json_other(rest);
    if (value && field != kFields && *value != "null" && (*value)[0] != '{' &&
        (*value)[0] != '[') {
        members_[field] = *value;
    }
    return value.has_value();
}

LineKind LogLineParser::parse_json(std::string_view line, LogRecord& record) {
    members_.fill(std::nullopt);
    std::string_view rest = line;
    if (!json_mark(rest, '{')) {
        return LineKind::unreadable;
    }
    do {
        json_blanks(rest);
        if (!take_member(rest)) {
            return LineKind::unreadable;
        }
    } while (json_mark(rest, ','));
    if (!json_mark(rest, '}')) {
        return LineKind::unreadable;
    }
    json_blanks(rest);
    return rest.empty() ? from_members(record) : LineKind::unreadable;
}

LineKind LogLineParser::from_members(LogRecord& record) const {
    std::optional<robots::Milliseconds> time;
    if (members_[kMsec]) {
        time = time_from_msec(*members_[kMsec]);
    } else if (members_[kTime]) {
        time = time_from_iso(*members_[kTime]);
        if (!time) {
            time = time_from_local(*members_[kTime]);
        }
    } else if (members_[kTimeLocal]) {
        time = time_from_local(*members_[kTimeLocal]);
    }
    if (!time || !members_[kUserAgent] ||
        (!members_[kRequest] && !members_[kTarget])) {
        return LineKind::unreadable;
    }
    const auto text = [this](Field field) {
        return or_empty(members_[field].value_or(std::string_view{}));
    };
    record.time = *time;
    record.user_agent = text(kUserAgent);
    record.address = text(kAddress);
    record.host = text(kHost);
    record.scheme = text(kScheme);
    record.port = text(kPort);
    record.site = text(kSite);
    if (members_[kRequest]) {
        return split_request(*members_[kRequest], record);
    }
    record.method = text(kMethod);
    record.target = *members_[kTarget];
    return record.target.empty() ? LineKind::no_request : LineKind::request;
}

}  // namespace robotsctl
