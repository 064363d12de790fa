// Parses a line of an access log that is a JSON object.

#pragma once

#include <simdjson.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "cli/log/log_record.hpp"

namespace robotsctl {

// Whether `type` is a type of JSON. If octets do not start a JSON value,
// simdjson before version 4 reports an error, and simdjson from version 4 on
// reports an unknown type.
inline bool is_value(simdjson::ondemand::json_type type) {
    using simdjson::ondemand::json_type;
    switch (type) {
        case json_type::array:
        case json_type::object:
        case json_type::number:
        case json_type::string:
        case json_type::boolean:
        case json_type::null:
            return true;
        default:
            return false;
    }
}

// Appends simdjson's padding to `padded`, and calls
// read_member(simdjson::ondemand::field&) for each member of the object in
// `padded`. Stops at the first call that throws a simdjson_error, and returns
// its error. Any text that is not exactly one object is an error, too.
template <typename ReadMember>
simdjson::error_code for_each_member(simdjson::ondemand::parser& parser,
                                     std::string& padded,
                                     ReadMember&& read_member) {
    const std::size_t size = padded.size();
    padded.append(simdjson::SIMDJSON_PADDING, ' ');
    try {
        simdjson::ondemand::document document =
            parser.iterate(padded.data(), size, padded.size());
        simdjson::ondemand::object object = document.get_object();
        for (auto item : object) {
            simdjson::ondemand::field member = std::move(item).take_value();
            if (!is_value(member.value().type())) {
                return simdjson::TAPE_ERROR;
            }
            read_member(member);
        }
        return document.current_location().error() == simdjson::OUT_OF_BOUNDS
                   ? simdjson::SUCCESS
                   : simdjson::TAPE_ERROR;
    } catch (const simdjson::simdjson_error& error) {
        return error.error();
    }
}

// A line needs a time (time, time_iso8601, time_local, timestamp, @timestamp,
// msec), a request (request, or request_uri, uri or document_uri with
// request_method or method) and a user agent (user_agent, http_user_agent).
// Optional members are address or remote_addr, host or http_host, scheme, port
// or server_port, status, request_time, upstream_response_time, request_id,
// args or query_string (of a uri that has no "?"), and, with or without the
// prefix robots_, site, verdict, action, crawler, category, group, identity,
// signature, revision, violations and rule. All other members are ignored.
// If several members give the same field, the first name in this list that has
// a value counts. If two members have the same name, the last one counts.
class JsonLineParser {
  public:
    // `record` must be empty. It gets views into the parser, which are valid
    // until the next call.
    LineKind parse(std::string_view line, LogRecord& record);

  private:
    // A field, and the rank of the name by which it was found; a smaller rank
    // is better. For a member that is ignored, the field is kCount.
    struct Ranked {
        LogFields::Name name;
        std::size_t rank;
    };
    static Ranked field_named(std::string_view name);

    simdjson::error_code read_members();
    void read_member(simdjson::ondemand::field& member);
    void widen_octets(std::string_view line);
    void restore_octets();
    void add_arguments();

    simdjson::ondemand::parser parser_;
    std::string padded_;  // the line and simdjson's padding
    std::string target_;  // the request target, built from its parts
    LogFields members_;
    std::array<std::size_t, LogFields::kCount> ranks_{};
    std::array<std::string, LogFields::kCount> restored_;
};

}  // namespace robotsctl
