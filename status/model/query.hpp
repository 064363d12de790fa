// The query string of a request to the status.

#ifndef ROBOTS_STATUS_MODEL_QUERY_HPP
#define ROBOTS_STATUS_MODEL_QUERY_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "status/model/model.hpp"

namespace robots::status {

enum class Format : std::uint8_t { html, json, prometheus };

enum class View : std::uint8_t { overview, crawler, site, explain };

struct Query {
    View view = View::overview;
    std::string name;  // of the crawler, or of the site
    // Which part of each list that is longer than a page, from 1:
    // "crawlers=2", "sites=2", "lines=2", "visits=2".
    std::size_t crawlers_page = 1;
    std::size_t sites_page = 1;
    std::size_t lines_page = 1;
    std::size_t visits_page = 1;
};

// The value of the first parameter of that name in a request's query string
// (without its "?"), decoded as forms encode it; empty if there is none.
std::string argument(std::string_view arguments, std::string_view name);

// "crawler=GPTBot", "site=example.com:8443" and "view=explain" choose the view;
// an invalid page number means the first page.
Query query_from(std::string_view arguments);

// "scheme", "host", "port", "path", "user_agent", "address".
model::Question question_from(std::string_view arguments);

}  // namespace robots::status

#endif
