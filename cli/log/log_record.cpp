#include "cli/log/log_record.hpp"

#include <algorithm>

namespace robotsctl {

namespace {

bool is_method(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
    });
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

}  // namespace robotsctl
