// Writes JSON as robotsctl prints it.

#pragma once

#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/output/text.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "status/format/json_writer.hpp"

namespace robotsctl {

using Json = nlohmann::ordered_json;

// Returns a line of ASCII, so that texts from clients cannot control a
// terminal. Octets that are not UTF-8 become U+FFFD.
inline std::string line_of(const Json& value) {
    return value.dump(-1, ' ', true, Json::error_handler_t::replace) + '\n';
}

using robots::status::JsonWriter;

// Starts a line with a JSON object. JsonWriter writes to `out` without building
// a tree, so it is fast enough for many lines. The caller must close the object
// and end the line.
inline JsonWriter json_line(std::string& out) {
    JsonWriter json(out);
    json.open_object();
    return json;
}

// Returns null for an empty text.
inline Json json_or_null(std::string_view text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

// Returns null for a time that is not known.
inline Json seconds_or_null(robots::Milliseconds time, bool is_known) {
    return is_known ? Json(seconds(time)) : Json(nullptr);
}

// Returns which rules a crawler obeys, according to its operator's
// documentation. The value for a rule is null if the operator does not document
// whether the crawler obeys this rule.
inline Json obeys_json(const robots::Crawler& crawler) {
    const auto truth = [](robots::Obeys obeys) {
        return obeys == robots::Obeys::undocumented
                   ? Json(nullptr)
                   : Json(obeys == robots::Obeys::yes);
    };
    return {{"wildcard", truth(crawler.wildcard)},
            {"crawl_delay", truth(crawler.crawl_delay)},
            {"request_rate", truth(crawler.request_rate)},
            {"visit_time", truth(crawler.visit_time)}};
}

inline void print(const Json& value) {
    std::cout << line_of(value);
}

}  // namespace robotsctl
