// The settings of a view: order, filter, pause. They are all in the URL, which
// keeps them from one refresh to the next.

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
    std::string filter;    // crawlers whose names contain this
    std::string category;  // of the crawlers shown; empty: all
    bool paused = false;   // the page does not refresh itself
};

// Reads the query string of a request, without its "?". Values that no page
// writes are kept as they are, and do no harm.
PageState page_state(const Query& query, std::string_view arguments);

// The query string of the same view with one parameter changed, or removed if
// `value` is empty: "?crawlers=2&sort=-held". Not escaped for HTML.
std::string address_with(const PageState& state, std::string_view parameter,
                         std::string_view value);

// The query string of another view, "?crawler=GPTBot"; without `parameter`, of
// the overview. Of the settings, it keeps only the pause.
std::string address_of(const PageState& state, std::string_view parameter = {},
                       std::string_view value = {});

}  // namespace robots::status

#endif
