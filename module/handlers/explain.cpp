#include "module/handlers/handlers.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "module/conf/configuration.hpp"
#include "module/enforcement/fetched.hpp"
#include "module/enforcement/revisions.hpp"
#include "module/enforcement/sender.hpp"
#include "module/request/verdict_text.hpp"
#include "policy/base/text.hpp"
#include "policy/crawlers/address_ranges.hpp"
#include "policy/crawlers/identity.hpp"
#include "policy/site/signed_url.hpp"
#include "policy/verdict/charge.hpp"
#include "policy/verdict/judge.hpp"
#include "policy/verdict/plan.hpp"
#include "status/collection/rows.hpp"
#include "status/format/json.hpp"

namespace robots::nginx {

namespace {

using status::Question;

// The values of a question, parsed and checked.
struct Facts {
    std::string host;
    std::uint16_t port = 0;
    Scheme scheme = Scheme::https;
    std::string target;
    std::string address;
    std::vector<Header> headers;
};

// Parses the question into `facts`. Returns a message about the first wrong
// value, or an empty text if all values are right.
std::string_view read_question(const Question& question, Facts& facts) {
    const auto host = canonical_host(question.host);
    const auto scheme = scheme_from(question.scheme);
    if (!host) {
        return "Host: write a name or an address, without scheme, port or "
               "path.";
    }
    if (!scheme) {
        return "Scheme: write http or https.";
    }
    facts.host = *host;
    facts.scheme = *scheme;
    facts.port = default_port(*scheme);
    if (!question.port.empty()) {
        const auto port = number_from(question.port);
        if (!port || *port == 0 || *port > UINT16_MAX) {
            return "Port: write a number from 1 to 65535.";
        }
        facts.port = static_cast<std::uint16_t>(*port);
    }
    facts.address = address_from(question.address);
    if (facts.address.empty() && !question.address.empty()) {
        return "Client address: write IPv4 or IPv6, such as 192.0.2.7.";
    }
    facts.target = question.path.empty() ? "/" : question.path;
    if (facts.target.front() != '/') {
        return "Path: start it with \"/\".";
    }
    auto headers = headers_from(question.headers);
    if (!headers) {
        return "Signature headers: write one a line, as in \"Signature: "
               "...\".";
    }
    facts.headers = std::move(*headers);
    return {};
}

// Checks the signature in the question. Does not store the signature in the
// zone. The worker's limit on verifications does not count this check.
signature::CheckedSignature signature_in(const MainConf& conf,
                                         const Facts& facts,
                                         const std::string& user_agent) {
    const Url url{facts.scheme, facts.host, facts.port, facts.target};
    std::vector<Header> headers = facts.headers;
    const bool has_agent = std::any_of(
        headers.begin(), headers.end(),
        [](const Header& header) { return header.name == "user-agent"; });
    if (!has_agent && !user_agent.empty()) {
        headers.push_back({"user-agent", user_agent});
    }
    return robots::check_signature({url, "GET", std::move(headers)},
                                   conf.policy->crawlers().keys(),
                                   /*test_keys=*/false, Utc(ngx_time()));
}

// Returns the crawler that `text` names. `text` is a User-Agent header or a
// product token. A product token may be one that crawlers do not send in
// headers.
Sighting crawler_from(const Crawlers& crawlers, const std::string& text,
                      NamedAt is_named) {
    const Sighting known = crawlers.named(text, is_named);
    return known.crawler != nullptr ? known : crawlers.identify(text, is_named);
}

// The results for the request in the question.
struct Found {
    const Site* site = nullptr;
    Sighting crawler;
    signature::CheckedSignature signature;
    Verdict verdict;
    std::vector<status::model::CapRow> caps;
    // The time until the budgets allow the next request; nullopt if the request
    // needs no budget.
    std::optional<status::model::Duration> next_request_in;
};

void judge_question(ngx_http_request_t* r, const Facts& facts, Found& found) {
    MainConf& conf = main_conf(r);
    auto* core = static_cast<ngx_http_core_srv_conf_t*>(
        ngx_http_get_module_srv_conf(r, ngx_http_core_module));
    Revisions revisions(conf);
    Request request;
    request.target = facts.target;
    request.address = facts.address;
    request.utc = Utc(ngx_time());
    request.slashes = core->merge_slashes ? Slashes::merge : Slashes::keep;
    request.identity =
        is_signed_by(found.signature, conf.policy->crawlers(), found.crawler)
            ? Identity::verified
            : known_identity(r, found.crawler, facts.address);
    request.served = &revisions;
    request.has_fetched = has_fetched(conf, found.site, found.crawler,
                                      request.identity, facts.address);
    const Plan plan = plan_request(*conf.policy, found.site, found.crawler,
                                   request, Action::reject);
    const Charged quoted = quote(plan, conf.zone.now(), conf.zone.budgets());
    found.verdict = settle(plan, quoted);
    found.caps =
        status::caps_of(found.verdict.group, found.verdict.crawler, request);
    for (const Charge& each : quoted) {
        const auto wait =
            static_cast<status::model::Duration>(each.wait.count());
        found.next_request_in =
            std::max(found.next_request_in.value_or(wait), wait);
    }
}

// Writes the line that decided and, if this line is a rule, the place of the
// rule in the policy. Writes null if the request was not judged.
void put_line(ngx_http_request_t* r, const Verdict& verdict,
              status::JsonWriter& json) {
    const std::string_view line =
        verdict.judged ? view(line_text(r->pool, verdict)) : std::string_view();
    const bool has_place = verdict.judged && verdict.rule != nullptr &&
                           line == verdict.rule->text();
    json.name("rule").text_if_any(line);
    json.name("place").text_if_any(
        has_place ? main_conf(r).policy->where(verdict.rule->place) : "");
}

void put_found(ngx_http_request_t* r, const Found& found,
               status::JsonWriter& json) {
    using status::model::Duration;
    const Verdict& verdict = found.verdict;
    const Sighting& crawler = found.crawler;
    const bool judged = verdict.judged;
    const Group* group = judged ? verdict.group : nullptr;
    const auto if_judged = [judged](std::string_view text) {
        return judged ? text : std::string_view();
    };
    const Robots* robots = judged                  ? verdict.robots
                           : found.site != nullptr ? found.site->robots.get()
                                                   : nullptr;
    json.name("site").text_if_any(found.site != nullptr ? found.site->name
                                                        : std::string_view());
    json.name("revision")
        .text_if_any(robots != nullptr ? robots->revision.text()
                                       : std::string_view());
    json.name("crawler").text_if_any(crawler.token);
    json.name("listed").truth(crawler.crawler != nullptr);
    json.name("category")
        .text_if_any(crawler ? to_string(crawler.category)
                             : std::string_view());
    json.name("identity").text(to_string(verdict.identity));
    json.name("signature").text_if_any(to_string(found.signature.result));
    json.name("signature_why").text_if_any(found.signature.why);
    json.name("signature_form").text_if_any(to_string(found.signature.form));
    status::put_group(json, group);
    put_line(r, verdict, json);
    json.name("judged").truth(judged);
    json.name("verdict").text_if_any(if_judged(to_string(verdict.violation)));
    put(json.name("violations"), verdict.violations);
    put(json.name("caps"), found.caps);
    json.name("action").text_if_any(if_judged(to_string(verdict.action)));
    json.name("status").number_if_any(verdict.status);
    json.name("wait").seconds(static_cast<Duration>(verdict.wait.count()));
    json.name("crawl_delay")
        .seconds(group != nullptr && group->pace->crawl_delay
                     ? std::optional(static_cast<Duration>(
                           group->pace->crawl_delay->count()))
                     : std::nullopt);
    json.name("next_request_in").seconds(found.next_request_in);
}

}  // namespace

void explain(ngx_http_request_t* r, const Question& question,
             status::JsonWriter& json) {
    Facts facts;
    const std::string_view error = read_question(question, facts);
    if (!error.empty()) {
        json.name("error").text(error);
        return;
    }
    const Policy& policy = *main_conf(r).policy;
    Found found;
    found.site = policy.find({facts.host, facts.port, facts.scheme});
    found.signature = signature_in(main_conf(r), facts, question.user_agent);
    found.crawler =
        signed_sender(found.signature, policy.crawlers(),
                      crawler_from(policy.crawlers(), question.user_agent,
                                   NamedAt{found.site}));
    judge_question(r, facts, found);
    put_found(r, found, json);
}

}  // namespace robots::nginx
