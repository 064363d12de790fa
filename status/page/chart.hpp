// Charts as SVG that fits the width, with a caption that says the same in
// words.

#ifndef ROBOTS_STATUS_PAGE_CHART_HPP
#define ROBOTS_STATUS_PAGE_CHART_HPP

#include <optional>
#include <string_view>
#include <vector>

#include "status/page/markup.hpp"

namespace robots::status {

// One series over time, as bars.
struct SeriesChart {
    std::string_view id;     // of the HTML element
    std::string_view title;  // "Violations"
    std::string_view noun;   // what is counted: "violation"
    std::string_view style;  // a class of the bars
    const model::Series& series;
    const std::vector<model::Count>& values;
};

// A <figure>.
void append_series_chart(Markup& out, const SeriesChart& chart);

// A <details> with the figures of the series by hour.
void append_series_table(Markup& out, const model::Series& series);

// A <figure> of the times between requests; those shorter than `crawl_delay`
// are marked.
void append_interval_chart(Markup& out, const model::Intervals& intervals,
                           std::optional<model::Duration> crawl_delay);

}  // namespace robots::status

#endif
