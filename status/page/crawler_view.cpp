#include <array>

#include "status/page/chart.hpp"
#include "status/page/frame.hpp"
#include "status/page/overview.hpp"
#include "status/page/page.hpp"

namespace robots::status {

namespace {

using model::CrawlerOnSite;
using model::CrawlerPage;
using model::CrawlerRow;

bool is_web_address(std::string_view url) {
    return url.substr(0, 8) == "https://" || url.substr(0, 7) == "http://";
}

void append_fact(Markup& out, std::string_view name) {
    out.raw("<dt>").raw(name).raw("</dt><dd>");
}

void append_operator(Markup& out, const CrawlerRow& crawler) {
    if (crawler.operator_name.empty() && crawler.docs.empty()) {
        return;
    }
    append_fact(out, "Operator");
    out.foreign(crawler.operator_name);
    if (is_web_address(crawler.docs)) {
        out.raw(crawler.operator_name.empty() ? "<a rel=\"" : ", <a rel=\"")
            .raw("external noopener noreferrer\" href=\"")
            .attribute(crawler.docs)
            .raw("\">documentation</a>");
    }
    out.raw("</dd>");
}

void append_identities(Markup& out, const CrawlerRow& crawler) {
    constexpr std::array<std::string_view, model::kIdentities> kNames{
        "not verifiable", "verified", "by impostors"};
    constexpr std::array<std::string_view, model::kIdentities> kStyles{
        "soft", "good", "refused"};
    append_fact(out, "Requests by identity");
    bool first = true;
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (crawler.by_identity[i] == 0) {
            continue;
        }
        out.raw(first ? "<span class=\"" : ", <span class=\"").raw(kStyles[i]);
        out.raw("\">").count(crawler.by_identity[i]).raw(" ").raw(kNames[i]);
        out.raw("</span>");
        first = false;
    }
    out.raw(first ? "none yet</dd>" : "</dd>");
}

void append_facts(Markup& out, const CrawlerRow& crawler) {
    out.raw("<dl class=\"facts sheet\">");
    if (!crawler.category.empty()) {
        append_fact(out, "Category");
        out.foreign(crawler.category).raw("</dd>");
    }
    append_operator(out, crawler);
    append_identities(out, crawler);
    append_fact(out, "robots.txt");
    append_fetches(out, crawler.fetches);
    if (crawler.fetches.count != 0) {
        out.raw(", ").counted(crawler.fetches.count, "time").raw(" in total");
    }
    out.raw("</dd>");
    append_fact(out, "Seen");
    out.raw("first ").date(crawler.first_seen).raw(", last ");
    out.ago(crawler.last_seen).raw("</dd></dl>");
}

void append_totals(Markup& out, const CrawlerRow& crawler) {
    const model::Requests& requests = crawler.requests;
    out.raw("<dl class=\"totals sheet\">");
    append_total(out, {"Requests", requests.total()});
    append_total(out,
                 {"Disallowed", requests.of(Violation::disallow), "broke"});
    append_total(out, {"Too early",
                       requests.of(Violation::crawl_delay) +
                           requests.of(Violation::request_rate),
                       "broke"});
    append_total(out, {"Outside visit time", requests.of(Violation::visit_time),
                       "broke"});
    append_total(out, {"Delayed", crawler.delayed.requests, "caution",
                       would_note(requests, Action::throttle)});
    append_total(out, {"Refused", requests.of(Action::reject), "refused",
                       would_note(requests, Action::reject)});
    out.raw("</dl>");
}

void append_rules(Markup& out, const CrawlerOnSite& on) {
    out.raw(
        "<thead><tr><th scope=\"col\">Line</th>"
        "<th scope=\"col\" class=\"n\">Decided</th>"
        "<th scope=\"col\">In the policy</th></tr></thead><tbody>");
    for (const model::RuleLine& rule : on.rules) {
        out.raw(R"(<tr><th scope="row" class="mono">)").foreign(rule.text);
        out.raw("</th><td class=\"n\">");
        append_cell_count(out, rule.hits);
        out.raw("</td><td class=\"mono soft\">").place(rule.place);
        out.raw("</td></tr>");
    }
}

void append_visit(Markup& out, const model::Visit& visit) {
    out.raw(R"(<tr><th scope="row" class="name">)");
    out.site(visit.site, visit.site_listed);
    out.raw("</th><td class=\"n\">");
    append_visit_cells(out, visit);
    out.raw("</td><td class=\"n\">");
    append_interval(out, visit.intervals.median, visit.crawl_delay);
    out.raw("</td><td>").text(visit.identity);
    out.raw("</td><td class=\"n\">").ago(visit.last_seen).raw("</td></tr>");
}

void append_visits(Markup& out, const CrawlerPage& page) {
    out.raw(R"(<section aria-labelledby="on-sites"><h2 id="on-sites">)");
    out.raw("By site</h2><div class=\"sheet\">");
    if (page.sites.empty()) {
        out.raw("<p class=\"empty\">No requests yet.</p></div></section>");
        return;
    }
    open_table(out, {"sites-table", "Visited sites", {}, {}, true});
    out.raw(
        "<thead><tr><th scope=\"col\">Site</th>"
        "<th scope=\"col\" class=\"n\">Requests</th>"
        "<th scope=\"col\" class=\"n\">Violations</th>"
        "<th scope=\"col\" class=\"n\">Delayed</th>"
        "<th scope=\"col\" class=\"n\">Refused</th>"
        "<th scope=\"col\">robots.txt</th>"
        "<th scope=\"col\" class=\"n\">Median interval</th>"
        "<th scope=\"col\">Identity</th>"
        "<th scope=\"col\" class=\"n\">Last seen</th></tr></thead><tbody>");
    for (const CrawlerOnSite& on : page.sites) {
        append_visit(out, on.visit);
    }
    close_table(out);
    append_pages(out, "sites", page.sites_page, "site");
    out.raw("</div></section>");
}

void append_rules_on(Markup& out, const CrawlerOnSite& on, std::size_t number) {
    const std::string id = "rules-" + std::to_string(number);
    out.raw(R"(<details class="rules" id=")").raw(id).raw("\"");
    out.raw(number == 1 ? " open><summary><b>" : "><summary><b>");
    out.foreign(site_label(on.visit.site)).raw("</b> ");
    if (on.visit.group.empty()) {
        out.raw("no group applies, everything is allowed</summary></details>");
        return;
    }
    out.raw("<code>User-agent: ").foreign(on.visit.group);
    out.raw("</code> <span class=\"soft\">");
    out.counted(on.rules_page.total, "line").raw("</span></summary>");
    open_table(out, {id + "-table", "Lines of its group", {}, {}, true});
    append_rules(out, on);
    close_table(out);
    append_pages(out, "lines", on.rules_page, "line");
    out.raw("</details>");
}

void append_all_rules(Markup& out, const CrawlerPage& page) {
    if (page.sites.empty()) {
        return;
    }
    out.raw(R"(<section aria-labelledby="rules"><h2 id="rules">)");
    out.raw("Lines that apply</h2><div class=\"sheet\">");
    std::size_t number = 0;
    for (const CrawlerOnSite& on : page.sites) {
        append_rules_on(out, on, ++number);
    }
    out.raw("</div></section>");
}

}  // namespace

void append_page(std::string& html, const CrawlerPage& page,
                 const PageState& state) {
    const CrawlerRow& crawler = page.crawler;
    Markup out(html, state, page.server);
    open_frame(out, {crawler_label(crawler.token), View::crawler, true});
    out.raw("<p class=\"crumb\">Crawler</p><h1>");
    out.foreign(crawler_label(crawler.token)).raw("</h1>");
    append_totals(out, crawler);
    out.raw(R"(<section aria-labelledby="who"><h2 id="who">)");
    out.raw("Identity and intervals</h2><div class=\"pair\">");
    append_facts(out, crawler);
    append_interval_chart(out, page.intervals, crawler.crawl_delay);
    out.raw("</div></section><section aria-labelledby=\"broken\">");
    out.raw("<h2 id=\"broken\">");
    out.raw("Violated lines</h2><div class=\"sheet\">");
    if (page.broken.empty()) {
        out.raw("<p class=\"empty\">None.</p>");
    } else {
        append_line_table(out, page.broken, "broken-lines", false);
    }
    out.raw("</div></section>");
    append_visits(out, page);
    append_all_rules(out, page);
    close_frame(out, page.server);
}

}  // namespace robots::status
