#include "status/format/json.hpp"

#include <string_view>
#include <vector>

#include "status/format/json_rows.hpp"
#include "status/format/json_writer.hpp"

namespace robots::status {

namespace {

void put(Json& json, const model::CrawlerOnSite& site);
void put(Json& json, const Snippet& snippet);
void put(Json& json, const model::Series& series);
void put(Json& json, model::Count count) {
    json.number(count);
}
void put(Json& json, const std::string& text) {
    json.text(text);
}

template <typename Item>
void put(Json& json, const std::vector<Item>& items) {
    json.open_array();
    for (const Item& item : items) {
        put(json, item);
    }
    json.close_array();
}

// The part of a list that is shown.
template <typename Item>
void put(Json& json, const std::vector<Item>& items, const model::Page& page) {
    json.open_object();
    json.name("total").number(page.total);
    json.name("first").number(page.first);
    put(json.name("rows"), items);
    json.close_object();
}

void put(Json& json, const model::CrawlerOnSite& site) {
    json.open_object();
    put_members(json, site.visit);
    json.name("revision").text_if_any(site.revision);
    put(json.name("intervals"), site.visit.intervals.buckets);
    put(json.name("rules"), site.rules, site.rules_page);
    json.close_object();
}

void put(Json& json, const Snippet& snippet) {
    json.open_object();
    json.name("act").text(to_string(snippet.act));
    put(json.name("notes"), snippet.notes);
    json.name("yaml").text(snippet.yaml);
    json.close_object();
}

void put(Json& json, const model::Intervals& intervals) {
    json.open_object();
    json.name("median").seconds(intervals.median);
    put(json.name("buckets"), intervals.buckets);
    json.close_object();
}

void put(Json& json, const model::Series& series) {
    json.open_object();
    json.name("start").time(series.start);
    json.name("period").number(static_cast<model::Count>(series.period));
    for (std::size_t i = 0; i < kTreatments; ++i) {
        json.name(to_string(static_cast<Treatment>(i)));
        put(json, series.counts[i]);
    }
    json.close_object();
}

void put(Json& json, const model::Waits& waits) {
    json.open_array();
    for (std::size_t i = 0; i < waits.limit.size(); ++i) {
        json.open_object();
        json.name("at_most");
        if (waits.limit[i] != 0) {
            json.seconds(waits.limit[i]);
        } else {
            json.null();
        }
        json.name("count").number(waits.count[i]);
        json.close_object();
    }
    json.close_array();
}

void put(Json& json, const model::Totals& totals) {
    json.open_object();
    put(json.name("requests"), totals.requests);
    put(json.name("impostors"), totals.impostors);
    json.name("robots_txt").number(totals.robots_txt);
    put(json.name("delayed"), totals.delayed);
    json.name("delayed_now").number(totals.delayed_now);
    json.name("bytes").number(totals.octets);
    put(json.name("waits"), totals.waits);
    put(json.name("signatures"), totals.signatures);
    json.close_object();
}

void put(Json& json, const model::Zone& zone) {
    json.open_object();
    json.name("bytes").number(zone.octets);
    json.name("created").time(zone.created);
    put(json.name("tables"), zone.tables);
    json.name("budgets").open_object();
    json.name("capacity").number(zone.budgets_capacity);
    json.name("evicted").number(zone.budgets_evicted);
    json.close_object();
    json.close_object();
}

void put(Json& json, const model::Question& question) {
    json.open_object();
    json.name("scheme").text(question.scheme);
    json.name("host").text(question.host);
    json.name("port").text(question.port);
    json.name("path").text(question.path);
    json.name("user_agent").text(question.user_agent);
    json.name("address").text(question.address);
    json.name("headers").text(question.headers);
    json.close_object();
}

void put_members(Json& json, const model::Explanation& answer) {
    json.name("site").text_if_any(answer.site);
    json.name("revision").text_if_any(answer.revision);
    json.name("crawler").text_if_any(answer.crawler);
    json.name("listed").truth(answer.crawler_listed);
    json.name("category").text_if_any(answer.category);
    json.name("identity").text_if_any(answer.identity);
    json.name("signature").text_if_any(answer.signature);
    json.name("signature_why").text_if_any(answer.signature_why);
    json.name("group").text_if_any(answer.group);
    json.name("rule").text_if_any(answer.rule);
    json.name("place").text_if_any(answer.place);
    json.name("judged").truth(answer.judged);
    json.name("verdict").text_if_any(answer.verdict);
    put(json.name("violations"), answer.violations);
    put(json.name("caps"), answer.caps);
    json.name("action").text_if_any(answer.action);
    json.name("status");
    if (answer.status != 0) {
        json.number(answer.status);
    } else {
        json.null();
    }
    json.name("wait").seconds(answer.wait);
    json.name("crawl_delay").seconds(answer.crawl_delay);
    json.name("next_request_in").seconds(answer.next_request_in);
}

// The object of a view, with what all of them have.
Json open_document(std::string& out, std::string_view view,
                   const model::Server& server) {
    Json json(out);
    json.open_object();
    json.name("version").number(kJsonVersion);
    json.name("view").text(view);
    put(json.name("server"), server);
    return json;
}

void close_document(std::string& out, Json& json) {
    json.close_object();
    out += '\n';
}

}  // namespace

void append_json(std::string& out, const model::Overview& overview) {
    Json json = open_document(out, "overview", overview.server);
    put(json.name("totals"), overview.totals);
    put(json.name("series"), overview.series);
    put(json.name("crawlers"), overview.crawlers, overview.crawlers_page);
    put(json.name("sites"), overview.sites, overview.sites_page);
    put(json.name("lines"), overview.lines);
    put(json.name("unlisted"), overview.names);
    put(json.name("zone"), overview.zone);
    close_document(out, json);
}

void append_json(std::string& out, const model::SiteList& list) {
    Json json = open_document(out, "sites", list.server);
    put(json.name("sites"), list.sites, list.page);
    close_document(out, json);
}

void append_json(std::string& out, const model::Violations& violations) {
    Json json = open_document(out, "violations", violations.server);
    json.name("total").number(violations.total);
    json.name("capacity").number(violations.capacity);
    put(json.name("violations"), violations.rows);
    close_document(out, json);
}

void append_json(std::string& out, const model::CrawlerPage& page) {
    Json json = open_document(out, "crawler", page.server);
    put(json.name("crawler"), page.crawler);
    put(json.name("intervals"), page.intervals);
    put(json.name("series"), page.series);
    put(json.name("sites"), page.sites, page.sites_page);
    put(json.name("lines"), page.broken);
    put(json.name("violations"), page.violations);
    close_document(out, json);
}

void append_json(std::string& out, const model::SitePage& page) {
    Json json = open_document(out, "site", page.server);
    put(json.name("site"), page.site);
    json.name("place").text_if_any(page.place);
    put(json.name("answers"), page.answers);
    put(json.name("series"), page.series);
    put(json.name("violations"), page.violations);
    put(json.name("lines"), page.lines, page.lines_page);
    put(json.name("visits"), page.visits, page.visits_page);
    close_document(out, json);
}

void append_json(std::string& out, const model::Explanation& explanation) {
    Json json = open_document(out, "explain", explanation.server);
    put(json.name("question"), explanation.question);
    if (!explanation.asked) {
        json.name("error").text("Nothing was asked.");
    } else if (!explanation.error.empty()) {
        json.name("error").text(explanation.error);
    } else {
        put_members(json, explanation);
    }
    close_document(out, json);
}

void append_json(std::string& out, const model::Acts& acts) {
    Json json = open_document(out, "acts", acts.server);
    json.name("crawler").text(acts.crawler);
    json.name("site").text(acts.site);
    json.name("group").text_if_any(acts.group);
    put(json.name("enforcement"), acts.actions);
    put(json.name("caps"), acts.caps);
    put(json.name("acts"), acts.acts);
    close_document(out, json);
}

void append_json_error(std::string& out, const model::Server& server,
                       const std::string& error) {
    Json json = open_document(out, "error", server);
    json.name("error").text(error);
    close_document(out, json);
}

}  // namespace robots::status
