// The members of the one JSON object that a line is.

#ifndef ROBOTS_CLI_LOG_JSON_MEMBERS_HPP
#define ROBOTS_CLI_LOG_JSON_MEMBERS_HPP

#include <simdjson.h>

#include <cstddef>
#include <string>
#include <utility>

namespace robotsctl {

// Whether simdjson saw the beginning of a value. Before version 4, what begins
// none has no type and is an error; since then it is a type.
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

// Calls read_member(simdjson::ondemand::field&) for each member of the object
// in `padded`, which gets simdjson's padding behind it, until one call returns
// an error. Anything but one object is an error, too.
template <typename ReadMember>
simdjson::error_code for_each_member(simdjson::ondemand::parser& parser,
                                     std::string& padded,
                                     ReadMember&& read_member) {
    const std::size_t size = padded.size();
    padded.append(simdjson::SIMDJSON_PADDING, ' ');
    simdjson::ondemand::document document;
    simdjson::ondemand::object object;
    if (const auto error =
            parser.iterate(padded.data(), size, padded.size()).get(document)) {
        return error;
    }
    if (const auto error = document.get_object().get(object)) {
        return error;
    }
    for (auto item : object) {
        simdjson::ondemand::field member;
        if (const auto error = std::move(item).get(member)) {
            return error;
        }
        simdjson::ondemand::json_type type{};
        if (const auto error = member.value().type().get(type)) {
            return error;
        }
        if (!is_value(type)) {
            return simdjson::TAPE_ERROR;
        }
        if (const auto error = read_member(member)) {
            return error;
        }
    }
    return document.current_location().error() == simdjson::OUT_OF_BOUNDS
               ? simdjson::SUCCESS
               : simdjson::TAPE_ERROR;
}

}  // namespace robotsctl

#endif
