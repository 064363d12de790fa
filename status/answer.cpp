#include "status/answer.hpp"

#include <utility>

#include "status/collection/crawler_collection.hpp"
#include "status/collection/metrics_collection.hpp"
#include "status/collection/overview_collection.hpp"
#include "status/collection/site_collection.hpp"
#include "status/collection/zone_figures.hpp"
#include "status/format/accept.hpp"
#include "status/format/json.hpp"
#include "status/format/prometheus.hpp"
#include "status/page/page.hpp"

namespace robots::status {

namespace {

// "?format=json", else what the Accept header prefers.
Format format_of(const Asked& asked) {
    const auto format = format_from(argument(asked.arguments, "format"));
    return format ? *format : preferred_format(asked.accept);
}

const Site* site_named(const Policy& policy, std::string_view name) {
    for (const Site& site : policy.sites()) {
        if (site.name == name) {
            return &site;
        }
    }
    return nullptr;
}

}  // namespace

Answer::Answer(const Source& source, const Asked& asked, Explain explain)
    : source_(source),
      asked_(asked),
      explain_(std::move(explain)),
      query_(query_from(asked.arguments)),
      format_(format_of(asked)) {
    const model::Requests requests = requests_of(source_.ledger);
    source_.server.only_logged = requests.only_logged(Action::throttle) +
                                 requests.only_logged(Action::reject);
    if (format_ == Format::prometheus) {
        auto metrics = std::make_unique<MetricsCollection>(source_);
        render_ = [this, &all = *metrics] {
            append_prometheus(body_, all.metrics());
        };
        collection_ = std::move(metrics);
    } else {
        choose_view();
    }
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
        case Format::html:
            return "text/html; charset=utf-8";
        case Format::json:
            return "application/json";
        case Format::prometheus:
            break;
    }
    return kPrometheusType;
}

std::string_view Answer::security_policy() const {
    return format_ == Format::html ? content_security_policy()
                                   : std::string_view{};
}

template <typename Model>
void Answer::render(const Model& model) {
    if (format_ == Format::json) {
        append_json(body_, model);
    } else {
        append_page(body_, model, page_state(query_, asked_.arguments));
    }
}

void Answer::choose_view() {
    switch (query_.view) {
        case View::crawler:
            choose_crawler();
            return;
        case View::site:
            choose_site();
            return;
        case View::explain:
            render_ = [this] { render(explanation()); };
            return;
        case View::overview:
            break;
    }
    auto overview = std::make_unique<OverviewCollection>(source_, query_);
    render_ = [this, &all = *overview] { render(all.overview()); };
    collection_ = std::move(overview);
}

void Answer::choose_crawler() {
    const Crawler* crawler = source_.policy.crawlers().find(query_.name);
    if (crawler == nullptr) {
        not_found("No such crawler.");
        return;
    }
    auto page = std::make_unique<CrawlerCollection>(source_, query_, *crawler);
    render_ = [this, &all = *page] { render(all.page()); };
    collection_ = std::move(page);
}

void Answer::choose_site() {
    const Site* site = site_named(source_.policy, query_.name);
    if (site == nullptr) {
        not_found("No such site.");
        return;
    }
    auto page = std::make_unique<SiteCollection>(source_, query_, *site,
                                                 asked_.authority);
    render_ = [this, &all = *page] { render(all.page()); };
    collection_ = std::move(page);
}

void Answer::not_found(const char* what) {
    status_ = 404;
    render_ = [this, what] {
        if (format_ == Format::json) {
            append_json_error(body_, source_.server, what);
        } else {
            append_not_found(body_, source_.server,
                             page_state(query_, asked_.arguments));
        }
    };
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
