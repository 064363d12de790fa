#include <array>
#include <set>

#include "policy/crawlers/crawlers.hpp"
#include "status/page/overview.hpp"

namespace robots::status {

namespace {

using model::CrawlerRow;
using model::SiteRow;

std::int64_t number(model::Count count) {
    return static_cast<std::int64_t>(count);
}

// The text below a crawler's name, which the filter searches too.
std::string crawler_note(const CrawlerRow& row) {
    if (row.token == model::kUnlisted) {
        return "recognised by the shape of the header";
    }
    std::string note(row.category);
    if (!row.operator_name.empty()) {
        note += note.empty() ? "" : " · ";
        note += row.operator_name;
    }
    return note;
}

void append_crawler_name(Markup& out, const CrawlerRow& row) {
    out.crawler(row.token, row.listed);
    const std::string note = crawler_note(row);
    if (!note.empty()) {
        out.raw("<small>").foreign(note).raw("</small>");
    }
}

// Whether its requests came from the addresses of its operator.
void append_identity(Markup& out, const CrawlerRow& row) {
    const auto count = [&](Identity identity) {
        return row.by_identity[static_cast<std::size_t>(identity)];
    };
    if (const model::Count impostors = count(Identity::impostor)) {
        out.raw("<span class=\"refused\">").count(impostors);
        out.raw(" by impostors</span>");
    } else if (const model::Count verified = count(Identity::verified)) {
        out.raw("<span class=\"good\">")
            .raw(share_text(verified, row.requests.total()))
            .raw(" verified</span>");
    } else {
        out.raw("<span class=\"nil\">not verifiable</span>");
    }
}

std::int64_t impostors(const CrawlerRow& row) {
    return number(
        row.by_identity[static_cast<std::size_t>(Identity::impostor)]);
}

// What orders rows: with what was only logged, which is all while nothing is
// enforced.
template <typename Row>
std::int64_t delayed(const Row& row) {
    return number(row.delayed.requests +
                  row.requests.only_logged(Action::throttle));
}

template <typename Row>
std::int64_t refused(const Row& row) {
    return number(row.requests.would(Action::reject));
}

constexpr std::array<Column<CrawlerRow>, 9> kCrawlerColumns{{
    {"name", "Crawler", nullptr, append_crawler_name},
    {"requests", "Requests",
     [](const CrawlerRow& row) { return number(row.requests.total()); },
     [](Markup& out, const CrawlerRow& row) {
         append_cell_count(out, row.requests.total());
     }},
    {"broken", "Violations",
     [](const CrawlerRow& row) { return number(row.requests.violations()); },
     [](Markup& out, const CrawlerRow& row) {
         append_share(out, row.requests);
     }},
    {"held", "Delayed", delayed<CrawlerRow>, append_delayed<CrawlerRow>},
    {"refused", "Refused", refused<CrawlerRow>, append_refused<CrawlerRow>},
    {"fetched", "robots.txt",
     [](const CrawlerRow& row) { return row.fetches.last; },
     [](Markup& out, const CrawlerRow& row) {
         append_fetches(out, row.fetches);
     }},
    {"pace", "Median interval",
     [](const CrawlerRow& row) {
         return row.median ? number(*row.median) : std::int64_t{-1};
     },
     [](Markup& out, const CrawlerRow& row) {
         append_interval(out, row.median, row.crawl_delay);
     }},
    {"identity", "Identity", impostors, append_identity},
    {"seen", "Last seen", [](const CrawlerRow& row) { return row.last_seen; },
     [](Markup& out, const CrawlerRow& row) { out.ago(row.last_seen); }},
}};

constexpr std::array<Column<SiteRow>, 8> kSiteColumns{{
    {"name", "Site", nullptr,
     [](Markup& out, const SiteRow& row) {
         out.site(row.name, row.listed);
         if (row.suspended) {
             out.raw(" <span class=\"tag caution\">suspended</span>");
         }
     }},
    {"requests", "Requests",
     [](const SiteRow& row) { return number(row.requests.total()); },
     [](Markup& out, const SiteRow& row) {
         append_cell_count(out, row.requests.total());
     }},
    {"broken", "Violations",
     [](const SiteRow& row) { return number(row.requests.violations()); },
     [](Markup& out, const SiteRow& row) { append_share(out, row.requests); }},
    {"held", "Delayed", delayed<SiteRow>, append_delayed<SiteRow>},
    {"refused", "Refused", refused<SiteRow>, append_refused<SiteRow>},
    {"crawlers", "Crawlers",
     [](const SiteRow& row) { return number(row.crawlers); },
     [](Markup& out, const SiteRow& row) {
         append_cell_count(out, row.crawlers);
     }},
    {"asked", "robots.txt requests",
     [](const SiteRow& row) { return number(row.robots_txt); },
     [](Markup& out, const SiteRow& row) {
         append_cell_count(out, row.robots_txt);
     }},
    {"since", "In effect since",
     [](const SiteRow& row) { return row.effective_since; },
     [](Markup& out, const SiteRow& row) { out.date(row.effective_since); }},
}};

bool is_whole(const model::Page& page) {
    return page.shown >= page.total;
}

std::string folded(std::string_view text) {
    std::string out(text);
    for (char& octet : out) {
        if (octet >= 'A' && octet <= 'Z') {
            octet = static_cast<char>(octet | 0x20);
        }
    }
    return out;
}

// page.js hides and shows rows by the same rule.
bool is_shown(const CrawlerRow& row, const std::string& wanted,
              std::string_view category) {
    const std::string text =
        std::string(crawler_label(row.token)) + crawler_note(row);
    return (category.empty() || row.category == category) &&
           folded(text).find(wanted) != std::string::npos;
}

void append_category_choice(Markup& out, const model::Overview& overview) {
    std::set<std::string_view> categories;
    for (const CrawlerRow& row : overview.crawlers) {
        if (!row.category.empty()) {
            categories.insert(row.category);
        }
    }
    out.raw(
        "<label for=\"category\">Category</label>"
        "<select id=\"category\" name=\"category\"><option value=\"\">all"
        "</option>");
    for (const std::string_view category : categories) {
        out.raw("<option");
        out.raw(category == out.state().category ? " selected>" : ">");
        out.text(category).raw("</option>");
    }
    out.raw("</select>");
}

void append_kept(Markup& out, std::string_view name, std::string_view value) {
    if (!value.empty()) {
        out.raw(R"(<input type="hidden" name=")").raw(name);
        out.raw("\" value=\"").attribute(value).raw("\">");
    }
}

void append_filter(Markup& out, const model::Overview& overview) {
    const PageState& state = out.state();
    out.raw(
        "<form class=\"filter\" id=\"crawlers-filter\" role=\"search\" "
        "aria-label=\"Crawlers\"><label for=\"q\">Name</label><input "
        "type=\"search\" id=\"q\" name=\"q\" dir=\"auto\" "
        "autocomplete=\"off\" spellcheck=\"false\" value=\"");
    out.attribute(state.filter).raw("\">");
    append_category_choice(out, overview);
    append_kept(out, "sort", state.sort);
    append_kept(out, "sort_sites", state.sites);
    append_kept(out, "refresh", state.paused ? "off" : "");
    out.raw("<button class=\"without-js\">Filter</button></form>");
}

}  // namespace

void append_crawlers(Markup& out, const model::Overview& overview) {
    const PageState& state = out.state();
    const bool whole = is_whole(overview.crawlers_page);
    const TableSetup setup{"crawlers", "Crawlers", "sort",
                           state.sort.empty() ? "-requests" : state.sort,
                           whole};
    out.raw(R"(<section aria-labelledby="by-crawler"><div class="bar">)");
    out.raw("<h2 id=\"by-crawler\">By crawler</h2>");
    if (whole && !overview.crawlers.empty()) {
        append_filter(out, overview);
    }
    out.raw(R"(</div><p class="unseen" role="status" id="crawlers-said">)");
    out.raw("</p><div class=\"sheet\">");
    if (overview.crawlers.empty()) {
        out.raw("<p class=\"empty\">No requests from crawlers yet.</p></div>");
        out.raw("</section>");
        return;
    }
    open_table(out, setup);
    append_headings<CrawlerRow>(out, setup, kCrawlerColumns);
    out.raw("<tbody>");
    const std::string wanted = folded(state.filter);
    for (const CrawlerRow* row :
         ordered(overview.crawlers, kCrawlerColumns, setup,
                 [](const CrawlerRow& each) {
                     return folded(crawler_label(each.token));
                 })) {
        out.raw("<tr data-kind=\"").attribute(row->category).raw("\"");
        out.raw(whole && !is_shown(*row, wanted, state.category) ? " hidden>"
                                                                 : ">");
        append_cells(out, *row, kCrawlerColumns);
        out.raw("</tr>");
    }
    close_table(out);
    append_pages(out, "crawlers", overview.crawlers_page, "crawler");
    out.raw("</div></section>");
}

void append_sites(Markup& out, const model::Overview& overview) {
    const bool whole = is_whole(overview.sites_page);
    const TableSetup setup{
        "sites", "Sites", "sort_sites",
        out.state().sites.empty() ? "-requests" : out.state().sites, whole};
    out.raw(R"(<section aria-labelledby="by-site"><div class="bar">)");
    out.raw("<h2 id=\"by-site\">By site</h2>");
    if (!whole) {
        out.raw(
            "<form class=\"filter\" role=\"search\" aria-label=\"Sites\">"
            "<label for=\"site\">Site</label><input id=\"site\" "
            "name=\"site\" dir=\"auto\" autocomplete=\"off\" "
            "spellcheck=\"false\" required>");
        append_kept(out, "refresh", out.state().paused ? "off" : "");
        out.raw("<button>Open</button></form>");
    }
    out.raw(R"(</div><p class="unseen" role="status" id="sites-said">)");
    out.raw("</p><div class=\"sheet\">");
    open_table(out, setup);
    append_headings<SiteRow>(out, setup, kSiteColumns);
    out.raw("<tbody>");
    for (const SiteRow* row :
         ordered(overview.sites, kSiteColumns, setup,
                 [](const SiteRow& each) { return site_label(each.name); })) {
        out.raw("<tr>");
        append_cells(out, *row, kSiteColumns);
        out.raw("</tr>");
    }
    close_table(out);
    append_pages(out, "sites", overview.sites_page, "site");
    out.raw("</div></section>");
}

}  // namespace robots::status
