#include "status/answer.hpp"

#include <utility>

#include "policy/import/snippets.hpp"
#include "policy/verdict/terms.hpp"
#include "status/collection/collection.hpp"
#include "status/collection/rows.hpp"
#include "status/format/json.hpp"
#include "status/format/prometheus.hpp"
#include "status/page/page.hpp"

namespace robots::status {

Answer::Answer(StatusSource source, const StatusRequest& asked, Explain explain)
    : source_(std::move(source)),
      asked_(asked),
      explain_(std::move(explain)),
      query_(query_from(asked.arguments)),
      format_(format_from(asked.arguments)) {
    source_.server.counting_since = source_.unix_time(Milliseconds{1});
    if (format_ == Format::prometheus) {
        collection_ = metrics(source_, body_);
    } else if (format_ == Format::json) {
        choose_view();
    }
}

bool Answer::step() {
    if (collection_ != nullptr) {
        return collection_->step();
    }
    if (format_ == Format::page) {
        put_page();
    } else if (!error_.empty()) {
        JsonDocument json(body_, "error", source_.server);
        json.name("error").text(error_);
        json.close();
    } else if (query_.view == View::explain) {
        put_explanation();
    } else {
        put_acts();
    }
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

// Without JavaScript, the page shows only the totals. All other parts of the
// page are constant.
void Answer::put_page() {
    const model::Totals all = totals_of(source_);
    const PageTotals totals{all.requests.total(), all.requests.violations(),
                            all.delayed.requests,
                            all.requests.of(Action::reject), all.robots_txt};
    tag_ = page_tag(totals);
    append_page(body_, totals, {});
}

void Answer::choose_view() {
    const Policy& policy = source_.policy;
    const bool names_site =
        query_.view == View::site || query_.view == View::acts;
    const bool names_crawler = query_.view == View::crawler;
    site_ = names_site ? site_named(policy, query_.site) : nullptr;
    const Crawler* crawler =
        names_crawler ? policy.crawlers().find(query_.crawler) : nullptr;
    if (names_site && site_ == nullptr) {
        error_ = "No such site.";
    } else if (names_crawler && crawler == nullptr) {
        error_ = "No such crawler.";
    } else if (query_.view == View::crawler) {
        collection_ = crawler_view(source_, query_, *crawler, body_);
    } else if (query_.view == View::site) {
        collection_ =
            site_view(source_, query_, *site_, asked_.authority, body_);
    } else if (query_.view == View::violations) {
        collection_ = violations_view(source_, query_, body_);
    } else if (query_.view == View::overview || query_.view == View::sites) {
        collection_ = overview(source_, query_, body_);
    }
    status_ = error_.empty() ? 200 : 404;
}

void Answer::put_acts() {
    const Crawlers& crawlers = source_.policy.crawlers();
    const std::string_view token =
        query_.crawler.empty() ? std::string_view("*") : query_.crawler;
    const Sighting crawler = crawlers.named(token, NamedAt{site_});
    JsonDocument json(body_, "acts", source_.server);
    json.name("crawler").text(token);
    const Group* group =
        binding_group(site_->robots->groups, crawler, crawlers);
    json.name("site").text(site_->name);
    put_group(json, group);
    put_actions(json.name("enforcement"), group);
    put(json.name("caps"), caps_of(group, crawler));
    const auto put_snippet = [&json](const Snippet& snippet) {
        json.name("act").text(to_string(snippet.act));
        json.name("notes").open_array();
        for (const std::string& note : snippet.notes) {
            json.text(note);
        }
        json.close_array();
        json.name("yaml").text(snippet.yaml);
    };
    json.name("acts").objects(snippets_for(source_.policy, *site_, crawler),
                              put_snippet);
    json.close();
}

void Answer::put_explanation() {
    Question question = question_from(asked_.arguments);
    const bool is_asked =
        !question.host.empty() || !question.user_agent.empty();
    if (!is_asked) {
        question = {};
        question.scheme = "https";
    }
    JsonDocument json(body_, "explain", source_.server);
    json.name("question").open_object();
    for (const QuestionPart& part : kQuestionParts) {
        json.name(part.name).text(question.*part.text);
    }
    json.close_object();
    if (is_asked) {
        explain_(question, json);
    } else {
        json.name("error").text("Nothing was asked.");
    }
    json.close();
}

}  // namespace robots::status
