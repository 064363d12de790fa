#include "status/page/overview.hpp"

namespace robots::status {

void append_total(Markup& out, const Total& total) {
    out.raw("<div><dt>").raw(total.name).raw("</dt><dd class=\"figure\">");
    append_cell_count(out, total.count, total.style);
    out.raw("</dd>");
    if (!total.note.empty()) {
        out.raw("<dd class=\"note\">").raw(total.note).raw("</dd>");
    }
    out.raw("</div>");
}

void append_cell_count(Markup& out, model::Count count,
                       std::string_view style) {
    if (count == 0) {
        out.raw("<span class=\"nil\">0</span>");
    } else if (style.empty()) {
        out.count(count);
    } else {
        out.raw("<span class=\"").raw(style).raw("\">");
        out.count(count).raw("</span>");
    }
}

void append_would(Markup& out, const model::Requests& requests, Action action) {
    if (const model::Count count = requests.only_logged(action)) {
        out.raw("<small>").count(count).raw(" would be</small>");
    }
}

std::string would_note(const model::Requests& requests, Action action) {
    const model::Count count = requests.only_logged(action);
    return count == 0 ? std::string{}
                      : count_text(count) + (action == Action::reject
                                                 ? " would be refused"
                                                 : " would be delayed");
}

void append_share(Markup& out, const model::Requests& requests) {
    const model::Count broken = requests.violations();
    append_cell_count(out, broken, "broke");
    out.raw(
        "<svg class=\"share\" viewBox=\"0 0 100 1\" "
        "preserveAspectRatio=\"none\" aria-hidden=\"true\">");
    if (broken != 0) {
        out.raw("<rect width=\"")
            .number(broken * 100 / requests.total())
            .raw(R"(" height="1"/>)");
    }
    out.raw("</svg>");
}

void append_fetches(Markup& out, const model::Fetches& fetches) {
    if (fetches.last == 0) {
        out.raw("<span class=\"tag broke\">never fetched</span>");
        return;
    }
    out.ago(fetches.last);
    if (!fetches.current) {
        out.raw(" <span class=\"tag caution\">older revision</span>");
    }
}

void append_visit_cells(Markup& out, const model::Visit& visit) {
    append_cell_count(out, visit.requests.total());
    out.raw("</td><td class=\"n\">");
    append_share(out, visit.requests);
    out.raw("</td><td class=\"n\">");
    append_delayed(out, visit);
    out.raw("</td><td class=\"n\">");
    append_refused(out, visit);
    out.raw("</td><td>");
    append_fetches(out, visit.fetches);
}

void append_interval(Markup& out, std::optional<model::Duration> median,
                     std::optional<model::Duration> crawl_delay) {
    if (!median) {
        out.raw("<span class=\"nil\">–</span>");
        return;
    }
    const bool early = crawl_delay && *median < *crawl_delay;
    out.raw(early ? "<span class=\"broke\">" : "<span>");
    out.duration(*median).raw("</span>");
    if (crawl_delay) {
        out.raw(" <span class=\"soft\">of ").duration(*crawl_delay);
        out.raw("</span>");
    }
}

void append_line_table(Markup& out, const std::vector<model::Line>& lines,
                       std::string_view id, bool by_crawler) {
    open_table(out, {id, "Lines by violations", {}, {}, true});
    out.raw(
        "<thead><tr><th scope=\"col\">Line</th>"
        "<th scope=\"col\" class=\"n\">Violations</th>");
    out.raw(by_crawler ? "<th scope=\"col\">Crawler</th>" : "");
    out.raw(
        "<th scope=\"col\">Site</th>"
        "<th scope=\"col\">In the policy</th>"
        "<th scope=\"col\" class=\"n\">Last</th></tr></thead><tbody>");
    for (const model::Line& line : lines) {
        out.raw(R"(<tr><th scope="row" class="mono">)");
        if (line.text == model::kGone) {
            out.raw("no longer in the policy");
        } else {
            out.foreign(line.text);
        }
        out.raw("</th><td class=\"n broke\">").count(line.hits);
        out.raw("</td>");
        if (by_crawler) {
            out.raw("<td>").crawler(line.crawler, !is_collective(line.crawler));
            out.raw("</td>");
        }
        out.raw("<td>").site(line.site, !is_collective(line.site));
        out.raw("</td><td class=\"mono soft\">").place(line.place);
        out.raw("</td><td class=\"n\">").ago(line.last).raw("</td></tr>");
    }
    close_table(out);
}

}  // namespace robots::status
