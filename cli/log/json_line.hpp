// Parses a line of an access log that is a JSON object.

#ifndef ROBOTS_CLI_LOG_JSON_LINE_HPP
#define ROBOTS_CLI_LOG_JSON_LINE_HPP

#include <simdjson.h>

#include <array>
#include <string>
#include <string_view>

#include "cli/log/log_fields.hpp"
#include "cli/log/log_record.hpp"

namespace robotsctl {

// A line needs a time (time, time_iso8601, time_local, timestamp, @timestamp,
// msec), a request (request, or request_uri or uri with request_method or
// method) and a user agent (user_agent, http_user_agent); address or
// remote_addr, host or http_host, scheme, port or server_port, site or
// robots_site, status, request_time, and verdict, action, crawler, category,
// group and identity, each also with robots_ in front, are taken where they are
// there, and all else is passed over. Of members of the same name the last
// counts.
class JsonLineParser {
  public:
    // `record`, which is empty, gets views into the parser, good until the next
    // call.
    LineKind parse(std::string_view line, LogRecord& record);

  private:
    // kCount for a member that means nothing.
    static LogFields::Name field_named(std::string_view name);

    simdjson::error_code read_members();
    simdjson::error_code read_member(simdjson::ondemand::field& member);
    void widen_octets(std::string_view line);
    void restore_octets();

    simdjson::ondemand::parser parser_;
    std::string padded_;  // the line, and what simdjson may read behind it
    LogFields members_;
    std::array<std::string, LogFields::kCount> restored_;
};

}  // namespace robotsctl

#endif
