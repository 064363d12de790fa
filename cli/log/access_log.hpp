// One line of an access log: nginx's (and Apache's) combined format, or a JSON
// object with nginx's names for things.

#ifndef ROBOTS_CLI_LOG_ACCESS_LOG_HPP
#define ROBOTS_CLI_LOG_ACCESS_LOG_HPP

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "rate.hpp"

namespace robotsctl {

// What a line says of a request. What it does not say is empty.
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

// Reads lines one after the other. A combined line may go on after the user
// agent. A JSON line needs a time (time, time_iso8601, time_local, timestamp,
// @timestamp, msec), a request (request, or request_uri or uri with
// request_method or method) and a user agent (user_agent, http_user_agent);
// address or remote_addr, host or http_host, scheme, port or server_port, site
// or robots_site are taken where they are there, and all else is passed over.
class LogLineParser {
  public:
    // `record` holds views into `line` and into the parser, good until either
    // changes.
    LineKind parse(std::string_view line, LogRecord& record);

  private:
    // What a JSON object's members are taken for.
    enum Field : std::size_t {
        kTime,
        kTimeLocal,
        kMsec,
        kRequest,
        kMethod,
        kTarget,
        kUserAgent,
        kAddress,
        kHost,
        kScheme,
        kPort,
        kSite,
        kFields,
    };
    static Field field_named(std::string_view name);

    LineKind parse_combined(std::string_view line, LogRecord& record);
    LineKind parse_json(std::string_view line, LogRecord& record);
    LineKind from_members(LogRecord& record) const;
    bool take_member(std::string_view& rest);

    // Escaped values, once decoded: one for each field.
    std::array<std::string, kFields> decoded_;
    std::array<std::optional<std::string_view>, kFields> members_;
};

}  // namespace robotsctl

#endif
