#include "status/page/chart.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>

namespace robots::status {

namespace {

using model::Count;
using model::Duration;
using model::Seconds;

// A plot is one unit wide for each bar, and this high.
constexpr double kHeight = 100;

// The least round number that is at least `value`: what the plot's upper edge
// stands for.
Count scale_for(Count value) {
    for (Count step = 1;; step *= 10) {
        for (const Count tenths : {10, 12, 15, 20, 25, 30, 40, 50, 60, 80}) {
            const Count scale = step * tenths / 10;
            if (scale >= value && scale != 0) {
                return scale;
            }
        }
    }
}

// A coordinate, with no more digits than a screen shows.
std::string coordinate(double value) {
    std::array<char, 32> text{};
    const int size = std::snprintf(text.data(), text.size(), "%.2f", value);
    std::string out(text.data(), static_cast<std::size_t>(std::max(size, 0)));
    while (out.back() == '0') {
        out.pop_back();
    }
    if (out.back() == '.') {
        out.pop_back();
    }
    return out;
}

// A line across the plot, at a part of its height.
void append_rule(Markup& out, std::string_view style, std::size_t width,
                 double part) {
    const std::string y = coordinate(kHeight * (1 - part));
    out.raw("<line class=\"").raw(style).raw("\" x2=\"").number(width);
    out.raw("\" y1=\"").raw(y).raw("\" y2=\"").raw(y).raw("\"/>");
}

void open_plot(Markup& out, std::string_view id, std::size_t width) {
    out.raw(R"(<div class="plot"><svg role="img" aria-labelledby=")")
        .raw(id)
        .raw("-title ")
        .raw(id)
        .raw("-said\" viewBox=\"0 0 ")
        .number(width)
        .raw(R"( 100" preserveAspectRatio="none">)");
    append_rule(out, "grid", width, 1);
    append_rule(out, "grid", width, 0.5);
}

// The label of the upper edge is in HTML, which does not stretch.
void close_plot(Markup& out, std::size_t width, Count scale) {
    append_rule(out, "base", width, 0);
    out.raw("</svg><span class=\"top\">").count(scale).raw("</span></div>");
}

// One bar, and the whole height above it, which answers to the pointer.
struct Bar {
    std::size_t at = 0;
    double part = 0;   // of the height
    double early = 0;  // the part of its width that is set apart
};

// From one part of the bar's place to another.
void append_rect(Markup& out, const Bar& bar, double from, double to,
                 std::string_view style) {
    if (bar.part <= 0 || from >= to) {
        return;
    }
    // A single request must not vanish beside thousands.
    const double height = std::max(bar.part * kHeight, 1.5);
    out.raw("<rect");
    if (!style.empty()) {
        out.raw(" class=\"").raw(style).raw("\"");
    }
    out.raw(" x=\"").raw(coordinate(static_cast<double>(bar.at) + from));
    out.raw("\" y=\"").raw(coordinate(kHeight - height));
    out.raw("\" width=\"").raw(coordinate(to - from));
    out.raw("\" height=\"").raw(coordinate(height)).raw("\"/>");
}

void append_bar(Markup& out, const Bar& bar, std::string_view title) {
    constexpr double kGap = 0.1;
    const double split = std::min(std::max(bar.early, kGap), 1 - kGap);
    out.raw("<g><title>").raw(title).raw(R"(</title><rect class="hover" x=")");
    out.number(bar.at).raw(R"(" width="1" height="100"/>)");
    append_rect(out, bar, kGap, split, "early");
    append_rect(out, bar, split, 1 - kGap, {});
    out.raw("</g>");
}

void open_figure(Markup& out, std::string_view id, std::string_view title) {
    out.raw(R"(<figure class="sheet" id=")").raw(id);
    out.raw("\"><figcaption><h3 id=\"").raw(id).raw("-title\">").raw(title);
    out.raw("</h3><p id=\"").raw(id).raw("-said\">");
}

std::string count_of(Count count, std::string_view noun) {
    std::string text = count_text(count) + " " + std::string(noun);
    return count == 1 ? text : text + "s";
}

// A series as it is drawn.
struct Plot {
    Seconds start = 0;
    Seconds period = 0;
    std::vector<Count> values;

    Seconds time_of(std::size_t bar) const {
        return start + static_cast<Seconds>(bar) * period;
    }
};

// Periods are drawn together where a screen could not tell them apart, and a
// young series does not fill the plot.
Plot plot_of(const SeriesChart& chart) {
    constexpr std::size_t kMost = 144;
    constexpr std::size_t kLeast = 48;
    const std::size_t size = chart.values.size();
    const std::size_t together = (size + kMost - 1) / kMost;
    const std::size_t before = size < kLeast ? kLeast - size : 0;
    Plot plot{
        chart.series.start - static_cast<Seconds>(before) * chart.series.period,
        chart.series.period *
            static_cast<Seconds>(std::max<std::size_t>(together, 1)),
        std::vector<Count>(before)};
    for (std::size_t i = 0; i < size; ++i) {
        if (i % together == 0) {
            plot.values.push_back(0);
        }
        plot.values.back() += chart.values[i];
    }
    return plot;
}

void append_series_axis(Markup& out, const Plot& plot) {
    constexpr std::size_t kParts = 4;
    out.raw(R"(<div class="axis" aria-hidden="true">)");
    for (std::size_t i = 0; i < kParts; ++i) {
        const std::size_t bar = plot.values.size() * i / kParts;
        out.raw("<span>").raw(clock_text(plot.time_of(bar))).raw("</span>");
    }
    out.raw("<span>now</span></div>");
}

// "24 hours", "5 min"
std::string length_text(Seconds seconds) {
    const Seconds hours = (seconds + 1800) / 3600;
    return hours > 1 ? std::to_string(hours) + " hours"
                     : duration_text(static_cast<Duration>(seconds) * 1000);
}

// "312 requests in the last 12 hours; at most 40 in 5 min, at 14:05 UTC."
void append_series_words(Markup& out, const SeriesChart& chart,
                         const Plot& plot) {
    const std::vector<Count>& values = plot.values;
    const Count sum = std::accumulate(values.begin(), values.end(), Count{0});
    out.raw(sum == 0 ? "No " + std::string(chart.noun) + "s"
                     : count_of(sum, chart.noun))
        .raw(" in the last ")
        .raw(length_text(chart.series.period *
                         static_cast<Seconds>(chart.values.size())));
    if (sum != 0) {
        const auto peak = std::max_element(values.begin(), values.end());
        const auto bar = static_cast<std::size_t>(peak - values.begin());
        out.raw("; at most ").count(*peak).raw(" in ");
        out.raw(length_text(plot.period)).raw(", at ");
        out.raw(clock_text(plot.time_of(bar))).raw(" UTC");
    }
    out.raw(".");
}

// Where the crawl-delay lies among the buckets, in bars from the left; buckets
// are taken to be logarithmic. 0: there is none.
double position_of(const model::Intervals& intervals,
                   std::optional<Duration> delay) {
    if (!delay) {
        return 0;
    }
    for (std::size_t i = 0; i < intervals.buckets.size(); ++i) {
        const model::IntervalBucket& bucket = intervals.buckets[i];
        if (bucket.to == 0) {
            return static_cast<double>(i);
        }
        if (*delay >= bucket.from && *delay < bucket.to) {
            const double from = std::log2(static_cast<double>(bucket.from) + 1);
            const double to = std::log2(static_cast<double>(bucket.to) + 1);
            const double here = std::log2(static_cast<double>(*delay) + 1);
            return static_cast<double>(i) + (here - from) / (to - from);
        }
    }
    return 0;
}

std::string bucket_text(const model::IntervalBucket& bucket) {
    if (bucket.to == 0) {
        return duration_text(bucket.from) + " or more";
    }
    if (bucket.from == 0) {
        return "less than " + duration_text(bucket.to);
    }
    return duration_text(bucket.from) + " to " + duration_text(bucket.to);
}

void append_interval_words(Markup& out, const model::Intervals& intervals,
                           std::optional<Duration> crawl_delay) {
    if (!intervals.median) {
        out.raw("No site has had two requests yet.");
        return;
    }
    out.raw("Half of the requests came less than ").duration(*intervals.median);
    out.raw(" after the one before");
    if (crawl_delay) {
        out.raw(". The crawl-delay, ").duration(*crawl_delay);
        out.raw(", is the dashed line");
    }
    out.raw(".");
}

void append_interval_axis(Markup& out, const model::Intervals& intervals) {
    constexpr std::size_t kLabels = 8;
    const std::size_t every = intervals.buckets.size() / kLabels + 1;
    out.raw(R"(<div class="axis even" aria-hidden="true">)");
    for (std::size_t i = 0; i < intervals.buckets.size(); ++i) {
        out.raw("<span>");
        if (i % every == 0) {
            out.raw(brief_duration_text(intervals.buckets[i].from));
        }
        out.raw("</span>");
    }
    out.raw("</div>");
}

void append_interval_table(Markup& out, const model::Intervals& intervals) {
    out.raw(
        "<details id=\"intervals-table\"><summary>As a table</summary>"
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
        "aria-label=\"Intervals as a table\"><table><thead><tr>"
        "<th scope=\"col\">Interval</th>"
        "<th scope=\"col\" class=\"n\">Requests</th></tr></thead><tbody>");
    for (const model::IntervalBucket& bucket : intervals.buckets) {
        out.raw("<tr><th scope=\"row\">").raw(bucket_text(bucket));
        out.raw("</th><td class=\"n\">").count(bucket.count).raw("</td></tr>");
    }
    out.raw("</tbody></table></div></details>");
}

}  // namespace

void append_series_chart(Markup& out, const SeriesChart& chart) {
    const Plot plot = plot_of(chart);
    const Count scale =
        scale_for(*std::max_element(plot.values.begin(), plot.values.end()));
    open_figure(out, chart.id, chart.title);
    append_series_words(out, chart, plot);
    out.raw("</p></figcaption>");
    open_plot(out, chart.id, plot.values.size());
    out.raw("<g class=\"bars ").raw(chart.style).raw("\">");
    for (std::size_t i = 0; i < plot.values.size(); ++i) {
        const double part =
            static_cast<double>(plot.values[i]) / static_cast<double>(scale);
        append_bar(out, {i, part, 0},
                   clock_text(plot.time_of(i)) +
                       " UTC: " + count_of(plot.values[i], chart.noun));
    }
    out.raw("</g>");
    close_plot(out, plot.values.size(), scale);
    append_series_axis(out, plot);
    out.raw("</figure>");
}

void append_series_table(Markup& out, const model::Series& series) {
    constexpr Seconds kHour = 3600;
    out.raw(
        "<details id=\"series-table\"><summary>As a table, by "
        "hour</summary><div class=\"sheet scroll\" tabindex=\"0\" "
        "role=\"region\" aria-label=\"Requests by hour\"><table><thead><tr>"
        "<th scope=\"col\">Hour, UTC</th>"
        "<th scope=\"col\" class=\"n\">Requests</th>"
        "<th scope=\"col\" class=\"n\">Violations</th>"
        "<th scope=\"col\" class=\"n\">Delayed</th>"
        "<th scope=\"col\" class=\"n\">Refused</th></tr></thead><tbody>");
    for (std::size_t i = 0; i < series.requests.size();) {
        const Seconds hour =
            (series.start + static_cast<Seconds>(i) * series.period) / kHour;
        std::array<Count, 4> sums{};
        for (;
             i < series.requests.size() &&
             (series.start + static_cast<Seconds>(i) * series.period) / kHour ==
                 hour;
             ++i) {
            sums[0] += series.requests[i];
            sums[1] += series.violations[i];
            sums[2] += series.delayed[i];
            sums[3] += series.refused[i];
        }
        out.raw("<tr><th scope=\"row\">").raw(date_text(hour * kHour));
        out.raw("</th>");
        for (const Count sum : sums) {
            out.raw("<td class=\"n\">").count(sum).raw("</td>");
        }
        out.raw("</tr>");
    }
    out.raw("</tbody></table></div></details>");
}

void append_interval_chart(Markup& out, const model::Intervals& intervals,
                           std::optional<Duration> crawl_delay) {
    Count most = 0;
    for (const model::IntervalBucket& bucket : intervals.buckets) {
        most = std::max(most, bucket.count);
    }
    const std::size_t width =
        std::max<std::size_t>(intervals.buckets.size(), 1);
    const Count scale = scale_for(most);
    const double delay = position_of(intervals, crawl_delay);
    open_figure(out, "intervals", "Time between requests");
    append_interval_words(out, intervals, crawl_delay);
    out.raw("</p></figcaption>");
    open_plot(out, "intervals", width);
    out.raw("<g class=\"bars\">");
    for (std::size_t i = 0; i < intervals.buckets.size(); ++i) {
        const model::IntervalBucket& bucket = intervals.buckets[i];
        const double part =
            static_cast<double>(bucket.count) / static_cast<double>(scale);
        append_bar(
            out, {i, part, delay - static_cast<double>(i)},
            bucket_text(bucket) + ": " + count_of(bucket.count, "request"));
    }
    out.raw("</g>");
    if (delay > 0) {
        const std::string x = coordinate(delay);
        out.raw(R"(<line class="delay" x1=")").raw(x).raw("\" x2=\"").raw(x);
        out.raw(R"(" y2="100"/>)");
    }
    close_plot(out, width, scale);
    append_interval_axis(out, intervals);
    append_interval_table(out, intervals);
    out.raw("</figure>");
}

}  // namespace robots::status
