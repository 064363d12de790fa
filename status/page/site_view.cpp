#include "status/page/frame.hpp"
#include "status/page/overview.hpp"
#include "status/page/page.hpp"

namespace robots::status {

namespace {

using model::LineKind;
using model::SitePage;
using model::TextLine;

// Where a comment starts: a "#" at the start or after a blank is one, and any
// other ends the value as well (RFC 9309 2.2).
std::size_t comment_start(std::string_view line) {
    return std::min(line.find('#'), line.size());
}

// A path, with its wildcards marked.
void append_path(Markup& out, std::string_view path) {
    const std::size_t end = path.find_last_not_of(" \t\r");
    for (std::size_t i = 0; i < path.size();) {
        const bool wild = path[i] == '*' || (path[i] == '$' && i == end);
        if (wild) {
            out.raw("<span class=\"wild\">").text(path.substr(i, 1));
            out.raw("</span>");
            ++i;
            continue;
        }
        std::size_t next = path.find_first_of("*$", i + 1);
        next = std::min(next, path.size());
        out.text(path.substr(i, next - i));
        i = next;
    }
}

void append_line_text(Markup& out, const TextLine& line) {
    const std::size_t end = comment_start(line.text);
    const std::string_view code = line.text.substr(0, end);
    const std::size_t colon = code.find(':');
    out.raw("<bdi>");
    if (colon == std::string_view::npos) {
        out.text(code);
    } else {
        out.raw("<span class=\"key\">").text(code.substr(0, colon + 1));
        out.raw("</span>");
        const std::string_view value = code.substr(colon + 1);
        const bool rule =
            line.kind == LineKind::allow || line.kind == LineKind::disallow;
        if (rule) {
            append_path(out, value);
        } else if (line.kind == LineKind::user_agent) {
            out.raw("<span class=\"agent\">").text(value).raw("</span>");
        } else {
            out.text(value);
        }
    }
    if (end < line.text.size()) {
        out.raw("<span class=\"note\">").text(line.text.substr(end));
        out.raw("</span>");
    }
    out.raw("</bdi>");
}

void append_text_line(Markup& out, const TextLine& line) {
    const bool broken =
        line.hits.value_or(0) != 0 && line.kind != LineKind::allow;
    out.raw(broken ? "<tr class=\"hit\">" : "<tr>");
    out.raw("<th scope=\"row\">").number(line.number);
    out.raw("</th><td class=\"n\">");
    if (line.hits) {
        append_cell_count(out, *line.hits, broken ? "broke" : "");
    }
    out.raw("</td><td>");
    append_line_text(out, line);
    out.raw("</td><td class=\"at\">").place(line.place).raw("</td></tr>");
}

void append_robots_txt(Markup& out, const SitePage& page) {
    out.raw(R"(<section aria-labelledby="text"><h2 id="text">robots.txt)");
    out.raw("</h2><p class=\"lead\">");
    out.raw(page.site.suspended
                ? "Not served while the site is suspended."
                : "As it is served now. Decided: requests that the line "
                  "decided about.");
    out.raw("</p>");
    out.raw("<div class=\"sheet lines\">");
    if (page.lines.empty()) {
        out.raw("<p class=\"empty\">The file is empty.</p></div></section>");
        return;
    }
    open_table(out, {"text-lines", "robots.txt by line", {}, {}, true});
    out.raw(
        "<thead><tr><th scope=\"col\">No.</th>"
        "<th scope=\"col\" class=\"n\">Decided</th>"
        "<th scope=\"col\">Line</th>"
        "<th scope=\"col\">In the policy</th></tr></thead><tbody>");
    for (const TextLine& line : page.lines) {
        append_text_line(out, line);
    }
    close_table(out);
    append_pages(out, "lines", page.lines_page, "line");
    out.raw("</div></section>");
}

// What a status means to a crawler (RFC 9309 2.3.1).
std::string_view meaning_of(std::uint16_t status) {
    switch (status) {
        case 0:
            return "other";
        case 200:
            return "200, served";
        case 206:
            return "206, a part";
        case 304:
            return "304, not modified";
        case 404:
            return "404, everything is allowed";
        case 405:
            return "405, not GET or HEAD";
        case 416:
            return "416, range not in the file";
        case 503:
            return "503, everything is disallowed for now";
        default:
            return {};
    }
}

void append_answers(Markup& out, const SitePage& page) {
    out.raw("<dt>Answers</dt><dd>");
    if (page.answers.empty()) {
        out.raw("none yet");
    }
    bool first = true;
    for (const model::Answers& answers : page.answers) {
        const bool good = answers.status == 200 || answers.status == 206 ||
                          answers.status == 304;
        out.raw(first ? "" : "<br>");
        out.raw(good ? "<span>" : "<span class=\"refused\">");
        out.counted(answers.count, "time").raw(" ");
        const std::string_view meaning = meaning_of(answers.status);
        out.raw(meaning.empty() ? std::to_string(answers.status) : meaning);
        out.raw("</span>");
        first = false;
    }
    out.raw("</dd>");
}

void append_facts(Markup& out, const SitePage& page) {
    const model::SiteRow& site = page.site;
    out.raw(R"(<dl class="facts sheet"><dt>Revision</dt><dd class="mono">)");
    out.foreign(site.revision).raw("</dd><dt>In effect since</dt><dd>");
    out.date(site.effective_since).raw(", ").ago(site.effective_since);
    out.raw("</dd>");
    if (!page.place.empty()) {
        out.raw("<dt>In the policy</dt><dd class=\"mono\">");
        out.place(page.place).raw("</dd>");
    }
    if (site.suspended) {
        out.raw("<dt>Crawling</dt><dd class=\"caution\">suspended</dd>");
    }
    append_answers(out, page);
    out.raw("</dl>");
}

void append_totals(Markup& out, const model::SiteRow& site) {
    out.raw("<dl class=\"totals sheet\">");
    append_total(out, {"Crawlers", site.crawlers});
    append_total(out, {"Requests", site.requests.total()});
    append_total(out, {"Violations", site.requests.violations(), "broke"});
    append_total(out, {"Delayed", site.delayed.requests, "caution",
                       would_note(site.requests, Action::throttle)});
    append_total(out, {"Refused", site.requests.of(Action::reject), "refused",
                       would_note(site.requests, Action::reject)});
    out.raw("</dl>");
}

void append_visit(Markup& out, const model::Visit& visit) {
    out.raw(R"(<tr><th scope="row" class="name">)");
    out.crawler(visit.crawler, visit.crawler_listed);
    out.raw("<small>").foreign(visit.category);
    if (!visit.identity.empty()) {
        out.raw(" · ").text(visit.identity);
    }
    out.raw("</small></th><td class=\"n\">");
    append_visit_cells(out, visit);
    out.raw("</td><td class=\"mono\">").foreign(visit.group);
    out.raw("</td><td class=\"n\">").ago(visit.last_seen).raw("</td></tr>");
}

void append_visits(Markup& out, const SitePage& page) {
    out.raw(R"(<section aria-labelledby="visits"><h2 id="visits">Crawlers)");
    out.raw(" on this site</h2><div class=\"sheet\">");
    if (page.visits.empty()) {
        out.raw(
            "<p class=\"empty\">No requests from crawlers "
            "yet.</p></div></section>");
        return;
    }
    open_table(out, {"visits-table", "Requests by crawler", {}, {}, true});
    out.raw(
        "<thead><tr><th scope=\"col\">Crawler</th>"
        "<th scope=\"col\" class=\"n\">Requests</th>"
        "<th scope=\"col\" class=\"n\">Violations</th>"
        "<th scope=\"col\" class=\"n\">Delayed</th>"
        "<th scope=\"col\" class=\"n\">Refused</th>"
        "<th scope=\"col\">robots.txt</th><th scope=\"col\">Group</th>"
        "<th scope=\"col\" class=\"n\">Last seen</th></tr></thead><tbody>");
    for (const model::Visit& visit : page.visits) {
        append_visit(out, visit);
    }
    close_table(out);
    append_pages(out, "visits", page.visits_page, "crawler");
    out.raw("</div></section>");
}

}  // namespace

void append_page(std::string& html, const SitePage& page,
                 const PageState& state) {
    Markup out(html, state, page.server);
    open_frame(out, {site_label(page.site.name), View::site, true});
    out.raw("<p class=\"crumb\">Site</p><h1>");
    out.foreign(site_label(page.site.name)).raw("</h1>");
    append_totals(out, page.site);
    append_facts(out, page);
    append_visits(out, page);
    append_robots_txt(out, page);
    close_frame(out, page.server);
}

}  // namespace robots::status
