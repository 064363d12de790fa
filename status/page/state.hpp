// How a reader has set up a view, all of it in the URL: nothing else remembers
// it from one refresh to the next.

#ifndef ROBOTS_STATUS_PAGE_STATE_HPP
#define ROBOTS_STATUS_PAGE_STATE_HPP

#include <string>
#include <string_view>

#include "status/model/query.hpp"

namespace robots::status {

struct PageState {
    Query query;
    std::string sort;      // the crawlers' column, "-held" from the greatest
    std::string sites;     // the same of the sites
    std::string filter;    // crawlers whose names hold this
    std::string category;  // of the crawlers shown; empty: all
    bool paused = false;   // the page does not refresh itself
};

// Reads the query string of a request, without its "?". What no page has
// written is taken as it is, and harmless.
PageState page_state(const Query& query, std::string_view arguments);

// The query string of the same view with one parameter changed, or taken out
// where `value` is empty: "?crawlers=2&sort=-held". Not escaped for HTML.
std::string address_with(const PageState& state, std::string_view parameter,
                         std::string_view value);

// That of another view, "?crawler=GPTBot"; of the overview without parameter.
// It carries on whether refreshing is paused, and nothing else.
std::string address_of(const PageState& state, std::string_view parameter = {},
                       std::string_view value = {});

}  // namespace robots::status

#endif
