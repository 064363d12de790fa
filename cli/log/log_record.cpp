#include "cli/log/log_record.hpp"

#include <algorithm>
#include <charconv>

#include "cli/log/timestamp.hpp"

namespace robotsctl {

namespace {

bool is_method(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
    });
}

// The number of `digits` hexadecimal digits behind text[0].
std::optional<unsigned> hexadecimal(std::string_view text, std::size_t digits) {
    if (text.size() <= digits) {
        return std::nullopt;
    }
    unsigned value = 0;
    const char* const end = text.data() + 1 + digits;
    const auto [stop, error] = std::from_chars(text.data() + 1, end, value, 16);
    return error == std::errc{} && stop == end ? std::optional(value)
                                               : std::nullopt;
}

char control(char letter) {
    switch (letter) {
        case 'n':
            return '\n';
        case 'r':
            return '\r';
        case 't':
            return '\t';
        case 'b':
            return '\b';
        case 'f':
            return '\f';
        default:
            return letter;
    }
}

// `letter` starts an escape with that many digits.
template <class Single>
std::string_view without(std::string_view text, std::string& storage,
                         char letter, std::size_t digits, Single single) {
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
        const auto value = text[i] == letter
                               ? hexadecimal(text.substr(i), digits)
                               : std::nullopt;
        // nginx escapes single octets, in JSON too.
        if (value && *value <= 0xFF) {
            storage += static_cast<char>(*value);
            i += digits;
        } else {
            storage += single(text[i]);
        }
    }
    return storage;
}

}  // namespace

LineKind take_request(std::string_view request, LogRecord& record) {
    const std::size_t blank = request.find(' ');
    if (blank == std::string_view::npos) {
        return LineKind::no_request;
    }
    record.method = request.substr(0, blank);
    // The target may hold blanks.
    const std::string_view rest = request.substr(blank + 1);
    record.target = rest.substr(0, rest.rfind(" HTTP/"));
    return is_method(record.method) && !record.target.empty()
               ? LineKind::request
               : LineKind::no_request;
}

std::string_view header_value(std::string_view text) {
    return text == "-" ? std::string_view{} : text;
}

std::optional<robots::Milliseconds> LogFields::time() const {
    if (values_[kMsec]) {
        return time_from_msec(*values_[kMsec]);
    }
    if (values_[kTime]) {
        const auto time = time_from_iso(*values_[kTime]);
        return time ? time : time_from_local(*values_[kTime]);
    }
    return values_[kTimeLocal] ? time_from_local(*values_[kTimeLocal])
                               : std::nullopt;
}

std::string_view LogFields::header(Name name) const {
    return header_value(values_[name].value_or(std::string_view{}));
}

// Whether the line has the field, and nothing in it.
bool LogFields::is_empty(Name name) const {
    return values_[name] && header_value(*values_[name]).empty();
}

// Ignores a value that is not a number, or longer than the time since 1970.
void LogFields::read_took(LogRecord& record) const {
    if (!values_[kRequestTime]) {
        return;
    }
    const auto took = time_from_msec(*values_[kRequestTime]);
    if (took && *took <= record.time) {
        record.took = *took;
        record.has_took = true;
    }
}

// Without a value (empty, or "-") the request was not judged. That is also so
// if nginx' policy had nothing to judge: no known crawler, site, or group for a
// library or a client. Another policy may have them.
Judged LogFields::judged() const {
    const Name said = values_[kAction] ? kAction : kVerdict;
    if (!values_[said]) {
        return Judged::unknown;
    }
    if (!is_empty(said)) {
        return Judged::yes;
    }
    const bool needs_group =
        values_[kCategory] == "library" || values_[kCategory] == "client";
    return is_empty(kCrawler) || is_empty(kSite) ||
                   (needs_group && is_empty(kGroup))
               ? Judged::unknown
               : Judged::no;
}

LineKind LogFields::read(LogRecord& record) const {
    const auto when = time();
    if (!when || !values_[kUserAgent] ||
        (!values_[kRequest] && !values_[kTarget])) {
        return LineKind::unreadable;
    }
    record.time = *when;
    read_took(record);
    record.judged = judged();
    record.identity = header(kIdentity);
    record.user_agent = header(kUserAgent);
    record.address = header(kAddress);
    record.host = header(kHost);
    record.scheme = header(kScheme);
    record.port = header(kPort);
    record.site = header(kSite);
    record.status = header(kStatus);
    if (values_[kRequest]) {
        return take_request(*values_[kRequest], record);
    }
    record.method = header(kMethod);
    record.target = header(kTarget);
    return record.target.empty() ? LineKind::no_request : LineKind::request;
}

std::string_view unescaped(std::string_view text, std::string& storage) {
    return without(text, storage, 'x', 2, [](char c) { return c; });
}

std::string_view json_unescaped(std::string_view text, std::string& storage) {
    return without(text, storage, 'u', 4, control);
}

}  // namespace robotsctl
