#include "module/handlers/explain.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "module/conf/configuration.hpp"
#include "module/enforcement/fetch_record.hpp"
#include "module/enforcement/revisions.hpp"
#include "module/enforcement/sender.hpp"
#include "module/request/verdict_text.hpp"
#include "policy/crawlers/address_ranges.hpp"
#include "policy/crawlers/identity.hpp"
#include "policy/crawlers/signed_sender.hpp"
#include "policy/site/signed_url.hpp"
#include "policy/verdict/charge.hpp"
#include "policy/verdict/plan.hpp"
#include "policy/verdict/settle.hpp"
#include "status/collection/rows.hpp"

namespace robots::nginx {

namespace {

using status::model::Explanation;
using status::model::Question;

// The facts of a question; `error` says what is wrong with it.
struct Facts {
    std::string host;
    std::uint16_t port = 0;
    Scheme scheme = Scheme::https;
    std::string target;
    std::string address;
    std::vector<Header> headers;
    std::string error;
};

std::optional<std::uint16_t> port_from(const std::string& text) {
    std::uint16_t port = 0;
    const char* end = text.data() + text.size();
    const auto [stop, code] = std::from_chars(text.data(), end, port);
    if (code != std::errc() || stop != end || port == 0) {
        return std::nullopt;
    }
    return port;
}

void take_headers(const Question& question, Facts& facts) {
    auto headers = headers_from(question.headers);
    if (headers) {
        facts.headers = std::move(*headers);
    } else {
        facts.error =
            "Signature headers: write one a line, as in \"Signature: ...\".";
    }
}

Facts facts_from(const Question& question) {
    Facts facts;
    const auto host = canonical_host(question.host);
    const auto scheme = scheme_from(question.scheme);
    if (!host) {
        facts.error =
            "Host: write a name or an address, without scheme, port or path.";
        return facts;
    }
    if (!scheme) {
        facts.error = "Scheme: write http or https.";
        return facts;
    }
    facts.host = *host;
    facts.scheme = *scheme;
    facts.port = default_port(*scheme);
    if (!question.port.empty()) {
        const auto port = port_from(question.port);
        if (!port) {
            facts.error = "Port: write a number from 1 to 65535.";
            return facts;
        }
        facts.port = *port;
    }
    facts.address = address_from(question.address);
    if (facts.address.empty() && !question.address.empty()) {
        facts.error = "Client address: write IPv4 or IPv6, such as 192.0.2.7.";
        return facts;
    }
    facts.target = question.path.empty() ? "/" : question.path;
    if (facts.target.front() != '/') {
        facts.error = "Path: start it with \"/\".";
        return facts;
    }
    take_headers(question, facts);
    return facts;
}

// What the crawler's request would be found to be signed with. Costs no other
// request its turn, and remembers nothing.
signature::Finding signature_of(const MainConf& conf, const Facts& facts,
                                const std::string& user_agent) {
    const Url url{facts.scheme, facts.host, facts.port, facts.target};
    std::vector<Header> headers = facts.headers;
    const bool has_agent = std::any_of(
        headers.begin(), headers.end(),
        [](const Header& header) { return header.name == "user-agent"; });
    if (!has_agent && !user_agent.empty()) {
        headers.push_back({"user-agent", user_agent});
    }
    return check_signature({url, "GET", std::move(headers)},
                           conf.policy->crawlers().keys(),
                           conf.signatures.test_keys != 0, Utc(ngx_time()));
}

// `text` is a header or a product token, also one that no header contains.
Sighting crawler_from(const Crawlers& crawlers, const std::string& text) {
    if (const Crawler* known = crawlers.find(text)) {
        return {known->token, known->category, known};
    }
    return crawlers.identify(text);
}

void take_group(Explanation& answer, const Verdict& verdict) {
    if (verdict.group == nullptr) {
        return;
    }
    answer.group = verdict.group->name;
    if (verdict.group->pace->crawl_delay) {
        answer.crawl_delay = static_cast<status::model::Duration>(
            verdict.group->pace->crawl_delay->count());
    }
}

void take_verdict(ngx_http_request_t* r, Explanation& answer,
                  const Verdict& verdict) {
    answer.identity = to_string(verdict.identity);
    answer.judged = verdict.judged;
    if (!verdict.judged) {
        return;
    }
    const Policy& policy = *main_conf(r).policy;
    take_group(answer, verdict);
    answer.rule = std::string(view(line_text(r->pool, verdict)));
    if (verdict.rule != nullptr && answer.rule == verdict.rule->text()) {
        answer.place = policy.where(verdict.rule->place);
    }
    answer.revision = verdict.robots->revision.text();
    answer.verdict = to_string(verdict.violation);
    answer.violations = verdict.violations;
    answer.action = action_text(verdict.action);
    answer.status = verdict.status;
    answer.wait = static_cast<status::model::Duration>(verdict.wait.count());
}

void judge_question(ngx_http_request_t* r, const Facts& facts,
                    const Sighting& crawler, bool is_signed, const Site* site,
                    Explanation& answer) {
    MainConf& conf = main_conf(r);
    auto* core = static_cast<ngx_http_core_srv_conf_t*>(
        ngx_http_get_module_srv_conf(r, ngx_http_core_module));
    Revisions revisions(conf);
    Request request;
    request.target = facts.target;
    request.address = facts.address;
    request.utc = Utc(ngx_time());
    request.slashes = core->merge_slashes ? Slashes::merge : Slashes::keep;
    request.identity = is_signed ? Identity::verified
                                 : known_identity(r, crawler, facts.address);
    request.served = &revisions;
    request.has_fetched =
        has_fetched(conf, site, crawler, request.identity, facts.address);
    const Plan plan =
        plan_request(*conf.policy, site, crawler, request, Action::reject);
    const Charged quoted = quote(plan, conf.zone.now(), conf.zone.budgets());
    const Verdict verdict = settle(plan, quoted);
    take_verdict(r, answer, verdict);
    answer.caps = status::caps_of(verdict.group, crawler, request);
    if (quoted.size > 0) {
        const auto* const end = quoted.waits.data() + quoted.size;
        answer.next_request_in = static_cast<status::model::Duration>(
            std::max_element(quoted.waits.data(), end)->count());
    }
}

}  // namespace

Explanation explain(ngx_http_request_t* r, const Question& question) {
    Explanation answer;
    answer.question = question;
    answer.asked = true;
    const Facts facts = facts_from(question);
    if (!facts.error.empty()) {
        answer.error = facts.error;
        return answer;
    }
    const Policy& policy = *main_conf(r).policy;
    const Site* site = policy.find({facts.host, facts.port, facts.scheme});
    if (site != nullptr) {
        answer.site = site->name;
        answer.site_listed = true;
        answer.revision = site->robots->revision.text();
    }
    const std::string& user_agent = answer.question.user_agent;
    signature::Finding signature =
        signature_of(main_conf(r), facts, user_agent);
    const Sighting crawler =
        signed_sender(signature, policy.crawlers(),
                      crawler_from(policy.crawlers(), user_agent));
    answer.signature = to_string(signature.result);
    answer.signature_why = signature.why;
    if (crawler) {
        answer.crawler = crawler.token;
        answer.category = to_string(crawler.category);
        answer.crawler_listed = crawler.crawler != nullptr;
    }
    judge_question(r, facts, crawler,
                   is_signed_by(signature, policy.crawlers(), crawler), site,
                   answer);
    return answer;
}

}  // namespace robots::nginx
