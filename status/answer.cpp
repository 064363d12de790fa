#include "status/answer.hpp"

#include <utility>

#include "status/collection/crawler_collection.hpp"
#include "status/collection/metrics_collection.hpp"
#include "status/collection/overview_collection.hpp"
#include "status/collection/recent.hpp"
#include "status/collection/rows.hpp"
#include "status/collection/site_collection.hpp"
#include "status/collection/zone_figures.hpp"
#include "status/format/json.hpp"
#include "status/format/prometheus.hpp"
#include "status/page/page.hpp"

namespace robots::status {

namespace {

const Site* site_named(const Policy& policy, std::string_view name) {
    for (const Site& site : policy.sites()) {
        if (site.name == name) {
            return &site;
        }
    }
    return nullptr;
}

}  // namespace

Answer::Answer(Source source, const Asked& asked, Explain explain)
    : source_(std::move(source)),
      asked_(asked),
      explain_(std::move(explain)),
      query_(query_from(asked.arguments)),
      format_(format_from(asked.arguments)) {
    source_.server.counting_since = source_.unix_time(Milliseconds{1});
    switch (format_) {
        case Format::page:
            render_ = [this] { render_page(); };
            return;
        case Format::json:
            choose_view();
            return;
        case Format::prometheus:
            break;
    }
    auto metrics = std::make_unique<MetricsCollection>(source_);
    render_ = [this, &all = *metrics] {
        append_prometheus(body_, all.metrics());
    };
    collection_ = std::move(metrics);
}

bool Answer::step() {
    if (collection_ != nullptr && !collection_->step()) {
        return false;
    }
    render_();
    collection_.reset();
    return true;
}

std::string_view Answer::content_type() const {
    switch (format_) {
        case Format::page:
            return "text/html; charset=utf-8";
        case Format::json:
            return "application/json";
        case Format::prometheus:
            break;
    }
    return kPrometheusType;
}

std::string_view Answer::security_policy() const {
    return format_ == Format::page ? content_security_policy()
                                   : std::string_view{};
}

// Only the totals need no JavaScript, and are not always the same.
void Answer::render_page() {
    const model::Totals all = totals_of(source_);
    const Totals totals{all.requests.total(), all.requests.violations(),
                        all.delayed.requests, all.requests.of(Action::reject),
                        all.robots_txt};
    tag_ = page_tag(totals);
    append_page(body_, totals, {});
}

void Answer::choose_view() {
    switch (query_.view) {
        case View::overview:
        case View::sites:
            choose_overview();
            return;
        case View::crawler:
            choose_crawler();
            return;
        case View::site:
            choose_site();
            return;
        case View::acts:
            choose_acts();
            return;
        case View::explain:
            render_ = [this] { append_json(body_, explanation()); };
            return;
        case View::violations:
            break;
    }
    auto recent = std::make_unique<ViolationsCollection>(source_, query_);
    render_ = [this, &all = *recent] { append_json(body_, all.violations()); };
    collection_ = std::move(recent);
}

void Answer::choose_overview() {
    auto overview = std::make_unique<OverviewCollection>(source_, query_);
    render_ = [this, &all = *overview] {
        if (query_.view == View::sites) {
            append_json(body_, all.list());
        } else {
            append_json(body_, all.overview());
        }
    };
    collection_ = std::move(overview);
}

void Answer::choose_crawler() {
    const Crawler* crawler = source_.policy.crawlers().find(query_.crawler);
    if (crawler == nullptr) {
        not_found("No such crawler.");
        return;
    }
    auto page = std::make_unique<CrawlerCollection>(source_, query_, *crawler);
    render_ = [this, &all = *page] { append_json(body_, all.page()); };
    collection_ = std::move(page);
}

void Answer::choose_site() {
    const Site* site = site_named(source_.policy, query_.site);
    if (site == nullptr) {
        not_found("No such site.");
        return;
    }
    auto page = std::make_unique<SiteCollection>(source_, query_, *site,
                                                 asked_.authority);
    render_ = [this, &all = *page] { append_json(body_, all.page()); };
    collection_ = std::move(page);
}

void Answer::choose_acts() {
    const Site* site = site_named(source_.policy, query_.site);
    if (site == nullptr) {
        not_found("No such site.");
        return;
    }
    render_ = [this, site] {
        const Crawlers& crawlers = source_.policy.crawlers();
        const Groups& groups = site->robots->groups;
        model::Acts out;
        out.server = source_.server;
        out.crawler = query_.crawler.empty() ? "*" : query_.crawler;
        out.site = site->name;
        Sighting crawler{out.crawler};
        if (const Crawler* known = crawlers.find(out.crawler)) {
            crawler = {known->token, known->category, known};
        }
        const Group* group = groups.select(crawler, crawlers);
        out.group = name_of(group);
        out.actions = actions_of(group);
        out.caps = caps_of(group, crawler);
        out.acts = snippets_for(source_.policy, *site, crawler);
        append_json(body_, out);
    };
}

void Answer::not_found(const char* what) {
    status_ = 404;
    render_ = [this, what] { append_json_error(body_, source_.server, what); };
}

model::Explanation Answer::explanation() const {
    const model::Question question = question_from(asked_.arguments);
    model::Explanation answer;
    if (question.host.empty() && question.user_agent.empty()) {
        answer.question.scheme = "https";
    } else {
        answer = explain_(question);
    }
    answer.server = source_.server;
    return answer;
}

}  // namespace robots::status
