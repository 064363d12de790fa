// The tables of docs/evidence/evasion.md: what is tried, and what comes of it.
// A test sends each row, and another compares the page with them.

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace integration {

// A request target, as a crawler sends it with GET over HTTP/1.1 and, where it
// starts with "/", over HTTP/2.
struct TargetRow {
    std::string_view target;
    int status;
    std::string_view because;
};

// For the rules
//   Disallow: /private/
//   Disallow: /café/
//   Disallow: /*?sid=
//   Disallow: /slash2/
//   Allow: /private/open
//   Allow: /slash2/e%2Ff
//   Allow: /public/long/
extern const std::vector<TargetRow> kTargets;

// A request for example.com/private/x, octet by octet over HTTP/1.1, its
// crawler being "GPTBot" unless the row is about just that.
struct RequestRow {
    std::string_view what;
    std::string request;
    int status;
    std::string_view because;

    bool is_head() const { return request.rfind("HEAD", 0) == 0; }
};

extern const std::vector<RequestRow> kMethods;
extern const std::vector<RequestRow> kHeaders;

// A request over HTTP/2, its fields in the order in which they are sent.
struct FieldsRow {
    std::string_view what;
    std::vector<std::pair<std::string, std::string>> fields;
    int status;
    std::string_view because;
};

extern const std::vector<FieldsRow> kPseudoHeaders;

// What nginx does inside with one request of a client, and how often that is
// charged to the crawler's budget.
struct ConstructionRow {
    std::string_view what;
    std::string_view server;  // directives of its server {}
    std::string_view request_line;
    int status;
    int charges;
    // A module that is not in every nginx; empty: they all have it.
    std::string_view needs;
};

extern const std::vector<ConstructionRow> kConstructions;

// Requests that are free, whatever the policy says.
extern const std::vector<RequestRow> kFree;

// Headers of clients that are not crawlers.
struct AgentRow {
    std::string_view who;
    std::string_view user_agent;
};

extern const std::vector<AgentRow> kNoCrawlers;

}  // namespace integration
