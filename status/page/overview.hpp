// Parts of the overview, and what other views show in the same way.

#ifndef ROBOTS_STATUS_PAGE_OVERVIEW_HPP
#define ROBOTS_STATUS_PAGE_OVERVIEW_HPP

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "status/page/markup.hpp"
#include "status/page/table.hpp"

namespace robots::status {

// Sections with the tables by crawler and by site.
void append_crawlers(Markup& out, const model::Overview& overview);
void append_sites(Markup& out, const model::Overview& overview);

// A table of violated lines: where, and by whom if that varies.
void append_line_table(Markup& out, const std::vector<model::Line>& lines,
                       std::string_view id, bool by_crawler);

// One of the figures on top of a view, in a <dl class="totals">.
struct Total {
    std::string_view name;
    model::Count count = 0;
    std::string_view style = {};  // a class, where there are any
    std::string note = {};        // a line below
};
void append_total(Markup& out, const Total& total);

// "12", or a soft "0".
void append_cell_count(Markup& out, model::Count count,
                       std::string_view style = {});

// "12 would be", as a line below the count of what was done: requests that
// were logged instead.
void append_would(Markup& out, const model::Requests& requests, Action action);

// The same in words, to note below a total: "12 would be refused", or empty.
std::string would_note(const model::Requests& requests, Action action);

// The cell of a row with what was delayed or refused, and what would be.
template <typename Row>
void append_delayed(Markup& out, const Row& row) {
    append_cell_count(out, row.delayed.requests, "caution");
    append_would(out, row.requests, Action::throttle);
}
template <typename Row>
void append_refused(Markup& out, const Row& row) {
    append_cell_count(out, row.requests.of(Action::reject), "refused");
    append_would(out, row.requests, Action::reject);
}

// A count of violations, and their share of all requests as a small bar.
void append_share(Markup& out, const model::Requests& requests);

// "2 min ago, 12 times", or that it never asked for robots.txt.
void append_fetches(Markup& out, const model::Fetches& fetches);

// The cells that both tables of visits have: requests, violations, delayed,
// refused, robots.txt. Begins with the content of the first one and ends with
// that of the last.
void append_visit_cells(Markup& out, const model::Visit& visit);

// The median interval and the crawl-delay: "1.2 s of 2 s".
void append_interval(Markup& out, std::optional<model::Duration> median,
                     std::optional<model::Duration> crawl_delay);

}  // namespace robots::status

#endif
