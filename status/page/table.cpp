#include "status/page/table.hpp"

namespace robots::status {

namespace {

std::string flipped(std::string_view order) {
    return is_falling(order) ? std::string(key_of(order))
                             : "-" + std::string(order);
}

// The link that orders the table by a column; a script reads the data-s.
void append_order_link(Markup& out, const TableSetup& setup,
                       std::string_view first, std::string_view next,
                       std::string_view label) {
    out.raw("<a data-set=\"").raw(setup.parameter);
    out.raw("\" data-first=\"").raw(first);
    out.raw("\" data-to=\"").raw(next).raw("\" href=\"");
    out.attribute(address_with(out.state(), setup.parameter, next));
    out.raw("\">").raw(label).raw("</a>");
}

void append_page_link(Markup& out, std::string_view parameter,
                      std::size_t number, std::string_view label) {
    out.raw("<a href=\"")
        .attribute(address_with(out.state(), parameter, std::to_string(number)))
        .raw("\">")
        .raw(label)
        .raw("</a>");
}

std::size_t page_number(const Query& query, std::string_view parameter) {
    if (parameter == "crawlers") {
        return query.crawlers_page;
    }
    if (parameter == "sites") {
        return query.sites_page;
    }
    return parameter == "lines" ? query.lines_page : query.visits_page;
}

}  // namespace

void open_table(Markup& out, const TableSetup& setup) {
    out.raw(R"(<div class="scroll" tabindex="0" role="region" aria-label=")")
        .raw(setup.caption)
        .raw("\"><table id=\"")
        .raw(setup.id)
        .raw(setup.whole && !setup.parameter.empty() ? "\" data-whole>" : "\">")
        .raw("<caption class=\"unseen\">")
        .raw(setup.caption)
        .raw("</caption>");
}

void close_table(Markup& out) {
    out.raw("</tbody></table></div>");
}

void append_heading(Markup& out, const TableSetup& setup, std::string_view key,
                    std::string_view label, bool number) {
    const bool current = key_of(setup.order) == key;
    out.raw("<th scope=\"col\"");
    if (number) {
        out.raw(" class=\"n\"");
    }
    if (!setup.whole || setup.parameter.empty()) {
        out.raw(">").raw(label).raw("</th>");
        return;
    }
    if (current) {
        out.raw(is_falling(setup.order) ? " aria-sort=\"descending\""
                                        : " aria-sort=\"ascending\"");
    }
    out.raw(">");
    const std::string first = (number ? "-" : "") + std::string(key);
    append_order_link(out, setup, first, current ? flipped(setup.order) : first,
                      label);
    out.raw("</th>");
}

void append_pages(Markup& out, std::string_view parameter,
                  const model::Page& page, std::string_view noun) {
    if (page.shown >= page.total) {
        return;
    }
    const std::size_t number = page_number(out.state().query, parameter);
    out.raw("<p class=\"pages\"><span>");
    if (page.shown == 0) {
        out.raw("None");
    } else {
        out.count(page.first + 1).raw(" to ").count(page.first + page.shown);
    }
    out.raw(" of ").counted(page.total, noun).raw("</span>");
    if (page.first > 0 && number > 1) {
        append_page_link(out, parameter, number - 1, "Previous");
    }
    if (page.first + page.shown < page.total) {
        append_page_link(out, parameter, number + 1, "Next");
    }
    out.raw("</p>");
}

}  // namespace robots::status
