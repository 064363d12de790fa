// The query string of a request to the status.

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
    // The crawler or the site of the view, or those whose violations are asked
    // for; empty: all.
    std::string crawler;
    std::string site;
    // Which part of each list that is longer than a page, from 1:
    // "crawlers=2", "sites=2", "lines=2", "visits=2".
    std::size_t crawlers_page = 1;
    std::size_t sites_page = 1;
    std::size_t lines_page = 1;
    std::size_t visits_page = 1;
};

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

// The parameters that ask it.
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

// The value of the first parameter of that name in a request's query string
// (without its "?"), decoded as forms encode it; empty if there is none.
std::string argument(std::string_view arguments, std::string_view name);

// "view=sites", "view=violations", "view=acts" and "view=explain" choose the
// view, or else "crawler=GPTBot" or "site=example.com:8443" does; an invalid
// page number means the first page.
Query query_from(std::string_view arguments);

// "format=json", "format=prometheus"; all else means the page.
Format format_from(std::string_view arguments);

Question question_from(std::string_view arguments);

}  // namespace robots::status
