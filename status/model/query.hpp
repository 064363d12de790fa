// Reads the query string of a request to the status.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace robots::status {

enum class Format : std::uint8_t { page, json, prometheus };

enum class View : std::uint8_t {
    overview,
    sites,
    crawler,
    site,
    violations,
    explain,
    acts,
};

struct Query {
    View view = View::overview;
    // The crawler and the site of the view. In View::violations, only the
    // violations of this crawler or on this site are shown; empty means all.
    std::string crawler;
    std::string site;
    // The page number, from 1, of each list that is longer than a page:
    // "crawlers=2", "sites=2", "lines=2", "visits=2".
    std::size_t crawlers_page = 1;
    std::size_t sites_page = 1;
    std::size_t lines_page = 1;
    std::size_t visits_page = 1;
};

// The question "What would happen to this request?". Answering it does not
// charge any budget.
struct Question {
    std::string host;
    std::string port;
    std::string scheme;  // "http", "https"
    std::string user_agent;
    std::string path;
    std::string address;
    std::string headers;  // "Name: value", one per line
};

// A query parameter, and the member of Question that gets its value.
struct QuestionPart {
    std::string_view name;
    std::string Question::*text;
};
constexpr QuestionPart kQuestionParts[] = {
    {"scheme", &Question::scheme},
    {"host", &Question::host},
    {"port", &Question::port},
    {"path", &Question::path},
    {"user_agent", &Question::user_agent},
    {"address", &Question::address},
    {"headers", &Question::headers},
};

// Returns the value of the first parameter with this name in a query string
// (without "?"), decoded as forms encode it; empty if no parameter has it.
std::string argument(std::string_view arguments, std::string_view name);

// The first of these parameters that is present chooses the view: "view=sites",
// "view=violations", "view=acts" or "view=explain"; "crawler=GPTBot";
// "site=example.com:8443". An invalid page number means the first page.
Query query_from(std::string_view arguments);

// Reads "format=json" or "format=prometheus"; any other value means the page.
Format format_from(std::string_view arguments);

Question question_from(std::string_view arguments);

}  // namespace robots::status
