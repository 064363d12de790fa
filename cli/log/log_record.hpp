// What a line of an access log says of a request, whatever its format.

#ifndef ROBOTS_CLI_LOG_LOG_RECORD_HPP
#define ROBOTS_CLI_LOG_LOG_RECORD_HPP

#include <string_view>

#include "rate.hpp"

namespace robotsctl {

// What a line does not say is empty.
struct LogRecord {
    robots::Milliseconds time{0};  // since the epoch
    std::string_view address;      // as text
    std::string_view method;
    std::string_view target;
    std::string_view user_agent;
    std::string_view host;    // as logged, possibly with a port
    std::string_view scheme;  // "https"
    std::string_view port;
    std::string_view site;  // $robots_site
};

enum class LineKind {
    request,
    // A client that did not speak HTTP, which nginx answers 400 and no module
    // ever sees.
    no_request,
    unreadable,
};

// Reads $request, "GET /path HTTP/1.1", into method and target.
LineKind take_request(std::string_view request, LogRecord& record);

// A header's value: nginx writes "-" for one that was not sent.
std::string_view header_value(std::string_view text);

}  // namespace robotsctl

#endif
