// What would happen to a request that somebody asks about.

#ifndef ROBOTS_STATUS_MODEL_EXPLANATION_HPP
#define ROBOTS_STATUS_MODEL_EXPLANATION_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "status/model/model.hpp"

namespace robots::status::model {

// "What would happen to this request?" The answer is charged to nobody.
struct Question {
    std::string host;
    std::string port;
    std::string scheme;  // "http", "https"
    std::string user_agent;
    std::string path;
    std::string address;
    std::string headers;  // "Name: value", one a line
};

struct Explanation {
    Server server;
    Question question;
    // Why there is no answer; empty if there is one.
    std::string error;
    bool asked = false;  // false: an empty form
    std::string_view site;
    bool site_listed = false;
    std::string_view revision;
    // Empty: no crawler; then nothing is judged. A crawler known by its shape
    // only has the name that the question gave it.
    std::string crawler;
    std::string_view category;
    bool crawler_listed = false;
    std::string_view identity;
    std::string_view signature;  // "verified", ...; empty: it has none
    std::string signature_why;   // "signature `sig1`: ...", or empty
    std::string_view group;
    std::string rule;   // "Disallow: /private/"
    std::string place;  // of the rule
    bool judged = false;
    std::string_view verdict;  // "disallowed", ...
    robots::Violations violations;
    std::vector<CapRow> caps;
    std::string_view action;   // "pass", "log", "throttle", "reject"
    std::uint16_t status = 0;  // of a refusal
    Duration wait = 0;
    std::optional<Duration> crawl_delay;
    // Until its budget allows the next request; nullopt: it has no budget.
    std::optional<Duration> next_request_in;
};

}  // namespace robots::status::model

#endif
