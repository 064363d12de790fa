#include "status/page/overview.hpp"

#include <algorithm>

#include "status/page/chart.hpp"
#include "status/page/frame.hpp"
#include "status/page/page.hpp"

namespace robots::status {

namespace {

std::string share_of(model::Count part, model::Count whole) {
    return share_text(part, whole) + " of crawl requests";
}

std::string with_would(const std::string& note, const model::Requests& requests,
                       Action action) {
    const std::string would = would_note(requests, action);
    return would.empty() ? note : note + "; " + would;
}

void append_totals(Markup& out, const model::Totals& totals) {
    const model::Requests& requests = totals.requests;
    const model::Count all = requests.total();
    const model::Count refused = requests.of(Action::reject);
    out.raw("<dl class=\"totals sheet\">");
    append_total(out, {"Crawl requests", all, {}, "from crawlers, judged"});
    append_total(out, {"Violations", requests.violations(), "broke",
                       share_of(requests.violations(), all)});
    append_total(
        out, {"Delayed", totals.delayed.requests, "caution",
              with_would(duration_text(totals.delayed.time) + " in total, " +
                             count_text(totals.delayed_now) + " now",
                         requests, Action::throttle)});
    append_total(
        out, {"Refused", refused, "refused",
              with_would(share_of(refused, all), requests, Action::reject)});
    append_total(out,
                 {"robots.txt", totals.robots_txt, {}, "requests answered"});
    out.raw("</dl>");
}

void append_series(Markup& out, const model::Series& series) {
    out.raw(
        "<section aria-labelledby=\"series\"><h2 id=\"series\">Last "
        "hours</h2><div class=\"pair\">");
    append_series_chart(out, {"requests", "Crawl requests", "request", "",
                              series, series.requests});
    append_series_chart(out, {"violations", "Violations", "violation", "broke",
                              series, series.violations});
    out.raw("</div>");
    append_series_table(out, series);
    out.raw("</section>");
}

void append_lines(Markup& out, const std::vector<model::Line>& all) {
    constexpr std::size_t kShown = 12;
    const std::vector<model::Line> lines(
        all.begin(), all.begin() + static_cast<std::ptrdiff_t>(
                                       std::min(all.size(), kShown)));
    out.raw(
        "<section aria-labelledby=\"broken\"><h2 id=\"broken\">Most "
        "violated lines</h2><div class=\"sheet\">");
    if (lines.empty()) {
        out.raw("<p class=\"empty\">No violations yet.</p>");
    } else {
        append_line_table(out, lines, "broken-lines", true);
    }
    out.raw("</div></section>");
}

void append_zone(Markup& out, const model::Zone& zone) {
    out.raw(
        "<section aria-labelledby=\"zone\"><h2 id=\"zone\">Shared "
        "memory</h2><p class=\"lead\">");
    out.raw(octets_text(zone.octets)).raw(". Counting since ");
    out.date(zone.created)
        .raw(
            ". Evicted entries were removed because their "
            "table was full.</p>");
    out.raw("<div class=\"sheet\">");
    open_table(out, {"zone-tables", "Tables in shared memory", {}, {}, true});
    out.raw(
        "<thead><tr><th scope=\"col\">Table</th>"
        "<th scope=\"col\" class=\"n\">Entries</th>"
        "<th scope=\"col\" class=\"n\">Capacity</th>"
        "<th scope=\"col\" class=\"n\">Evicted</th>"
        "<th scope=\"col\" class=\"n\">Memory</th></tr></thead><tbody>");
    for (const model::Table& table : zone.tables) {
        out.raw("<tr><th scope=\"row\">").text(table.name);
        out.raw("</th><td class=\"n\">").count(table.entries);
        out.raw("</td><td class=\"n\">").count(table.capacity);
        out.raw("</td><td class=\"n\">").count(table.evicted);
        out.raw("</td><td class=\"n\">").raw(octets_text(table.octets));
        out.raw("</td></tr>");
    }
    out.raw("<tr><th scope=\"row\">budgets</th><td class=\"n nil\">–</td>");
    out.raw("<td class=\"n\">").count(zone.budgets_capacity);
    out.raw("</td><td class=\"n\">").count(zone.budgets_evicted);
    out.raw("</td><td class=\"n nil\">–</td></tr>");
    close_table(out);
    out.raw("</div></section>");
}

}  // namespace

void append_page(std::string& html, const model::Overview& overview,
                 const PageState& state) {
    const model::Server& server = overview.server;
    Markup out(html, state, server);
    open_frame(out, {"Overview", View::overview, true});
    out.raw("<h1>Crawler compliance</h1><p class=\"lead\">");
    out.counted(server.sites, "site").raw(" in the policy, ");
    out.counted(server.crawlers, "crawler").raw(" known. Counting since ");
    out.date(overview.zone.created).raw(".</p>");
    append_totals(out, overview.totals);
    append_series(out, overview.series);
    append_crawlers(out, overview);
    append_sites(out, overview);
    append_lines(out, overview.lines);
    append_zone(out, overview.zone);
    close_frame(out, server);
}

}  // namespace robots::status
