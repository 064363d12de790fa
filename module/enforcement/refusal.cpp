#include "module/enforcement/refusal.hpp"

#include <string>
#include <string_view>

#include "module/conf/configuration.hpp"
#include "module/enforcement/refusal_terms.hpp"
#include "module/ngx/log_text.hpp"
#include "module/ngx/response.hpp"
#include "module/request/request_facts.hpp"
#include "module/request/verdict_text.hpp"
#include "policy/base/text.hpp"
#include "policy/crawlers/identity.hpp"
#include "policy/site/refusal.hpp"

namespace robots::nginx {

namespace {

constexpr std::size_t kMaxName = 255;

// Returns the sentence for an impostor. It says that the sender is not the
// crawler that the request names, and where the operator documents this
// crawler.
ngx_str_t impostor_sentence(ngx_pool_t* pool, const Verdict& verdict) {
    const Crawler& named = *verdict.crawler.crawler;
    std::string_view by = named.operator_name;
    ngx_str_t crawler = escape(pool, named.token, kMaxName);
    ngx_str_t owner = escape(pool, by.empty() ? "its operator" : by, kMaxName);
    ngx_str_t see = str(named.docs.empty() ? "" : " See ");
    ngx_str_t docs = str(named.docs);

    constexpr char kFormat[] =
        "This request names %V, but its address does not belong to %V.%V%V\n";
    return print(pool,
                 sizeof(kFormat) + crawler.len + owner.len + see.len + docs.len,
                 kFormat, &crawler, &owner, &see, &docs);
}

// Returns the sentence for a request with an unverifiable sender. This includes
// requests that could not wait for DNS because all places to wait were taken.
ngx_str_t unverifiable_sentence(ngx_pool_t* pool, const Verdict& verdict) {
    ngx_str_t crawler = escape(pool, verdict.crawler.token, kMaxName);

    constexpr char kFormat[] =
        "This server cannot check whether this request comes from %V.%V\n";
    ngx_str_t later =
        str(verdict.wait > Milliseconds{0} ? " Please try again later." : "");
    return print(pool, sizeof(kFormat) + crawler.len + later.len, kFormat,
                 &crawler, &later);
}

std::string seconds_of(Milliseconds time) {
    const std::string milliseconds = std::to_string(1000 + time.count() % 1000);
    const std::string whole = std::to_string(time.count() / 1000);
    return time.count() % 1000 == 0
               ? whole + " s"
               : whole + '.' + milliseconds.substr(1) + " s";
}

// Returns the sentence for a spent budget. The sentence describes the budget,
// because a robots.txt does not contain budgets.
ngx_str_t budget_sentence(ngx_pool_t* pool, const Verdict& verdict) {
    const Budget& budget = *verdict.budget;
    const UpstreamTime* time = budget.upstream_time();
    const std::string quota =
        (time != nullptr
             ? seconds_of(time->time)
             : std::to_string(std::get<RequestRate>(budget.grants).requests) +
                   " requests") +
        " in " + seconds_of(budget.period());
    ngx_str_t crawler = escape(pool, verdict.crawler.token, kMaxName);
    ngx_str_t fault = str(time != nullptr ? "takes too much time of this server"
                                          : "sends requests too often");
    ngx_str_t name = str(std::string_view(budget.name));
    ngx_str_t rate = str(std::string_view(quota));

    constexpr char kFormat[] =
        "%V %V: it shares the budget \"%V\" of %V with other crawlers.\n";
    return print(
        pool, sizeof(kFormat) + crawler.len + fault.len + name.len + rate.len,
        kFormat, &crawler, &fault, &name, &rate);
}

std::string_view fault_of(Violation violation) {
    switch (violation) {
        case Violation::disallow:
            return "may not fetch this URL";
        case Violation::visit_time:
            return "may not crawl at this time";
        default:
            return "sends requests too often";
    }
}

// Returns the origin with the robots.txt that the crawler can read, for example
// "https://example.com"; empty if the request has no usable host.
std::string origin_text(const Authority& asked) {
    return asked.host.empty() ? std::string() : robots::origin(asked);
}

ngx_str_t sentence(ngx_http_request_t* r, const RequestContext& context,
                   const std::string& asked) {
    const Verdict& verdict = context.verdict;
    if (verdict.acted_on == Violation::impostor) {
        return impostor_sentence(r->pool, verdict);
    }
    if (verdict.acted_on == Violation::unverifiable) {
        return unverifiable_sentence(r->pool, verdict);
    }
    if (verdict.acted_on == Violation::budget) {
        return budget_sentence(r->pool, verdict);
    }
    ngx_str_t crawler = escape(r->pool, verdict.crawler.token, kMaxName);
    ngx_str_t fault = str(fault_of(verdict.acted_on));
    if (is_private(verdict)) {
        // The text does not name the group, because the sender may use the name
        // of another crawler.
        constexpr char kShort[] = "%V %V.\n";
        return print(r->pool, sizeof(kShort) + crawler.len + fault.len, kShort,
                     &crawler, &fault);
    }
    ngx_str_t origin = str(asked);
    std::string_view name = verdict.group ? verdict.group->name.c_str() : "*";
    ngx_str_t group = str(name);
    ngx_str_t line = line_text(r->pool, verdict, verdict.acted_on);

    constexpr char kFormat[] =
        "%V %V: rule \"%V\" of group \"%V\" in %V/robots.txt.\n";
    return print(r->pool,
                 sizeof(kFormat) + crawler.len + origin.len + group.len +
                     line.len + fault.len,
                 kFormat, &crawler, &fault, &line, &group, &origin);
}

// Returns a line that helps the operator of the crawler to find the cause: the
// revision of the robots.txt, the id of the request, and the time after which
// to try again.
std::string references(ngx_http_request_t* r, const RequestContext& context) {
    const Verdict& verdict = context.verdict;
    std::string out = "Revision ";
    out += revision_of(context).text();
    out += ", request ";
    out += view(request_id(r));
    if (has_retry_after(verdict)) {
        out +=
            ", again in " + std::to_string(whole_seconds(verdict.wait)) + " s";
    }
    return out + ".\n";
}

// The part of a refusal's text: `all` is the whole answer for people, with the
// contact. `detail` is only the member "detail" of the JSON answer.
enum class Part : bool { detail, all };

std::string text_for(ngx_http_request_t* r, const RequestContext& context,
                     Part part) {
    const Authority asked = authority_of(r);
    const std::string origin = origin_text(asked);
    const Refusal& refusal = context.site->robots->settings->refusal;
    const Verdict& verdict = context.verdict;
    const std::string port = std::to_string(asked.port);
    SlotTexts facts;
    facts[Slot::scheme] = to_string(asked.scheme);
    facts[Slot::host] = asked.host;
    facts[Slot::port] = port;
    facts[Slot::origin] = origin;
    facts[Slot::request_id] = view(request_id(r));
    facts[Slot::crawler] =
        view(escape(r->pool, verdict.crawler.token, kMaxName));
    if (!is_private(verdict)) {
        ngx_str_t rule = line_text(r->pool, verdict, verdict.acted_on);
        facts[Slot::rule] = view(escape(r->pool, view(rule), kMaxName));
    }
    std::string said(view(sentence(r, context, origin)));
    if (part == Part::detail) {
        return refusal_detail(refusal, said, facts);
    }
    said += references(r, context);
    return refusal_text(refusal, said, facts);
}

// Whether the answer asks for a signature (RFC 9421 5.1). Only a 403 asks for
// one, and only if a signature would prove that the sender is the crawler that
// the request names.
bool asks_for_signature(const RequestContext& context) {
    const Verdict& verdict = context.verdict;
    const Crawler* named = verdict.crawler.crawler;
    return context.site->robots->settings->refusal.accept_signature &&
           verdict.status == NGX_HTTP_FORBIDDEN &&
           is_of_sender(verdict.acted_on) && named != nullptr &&
           is_provable_by_signature(*named);
}

// Redirects the request internally to a location of nginx.conf, which answers
// with its own status and page. The request is not judged again, because its
// context survives the redirect and has Stage::done.
ngx_int_t send_to(ngx_http_request_t* r, ngx_str_t location) {
    // Resets the status that an earlier "error_page ... =200" has set.
    r->err_status = 0;
    ngx_http_named_location(r, &location);
    ngx_http_finalize_request(r, NGX_DONE);
    return NGX_DONE;
}

}  // namespace

ngx_int_t send_refusal(ngx_http_request_t* r, const RequestContext& context) {
    const Verdict& verdict = context.verdict;
    if (loc_conf(r).refusal.len != 0) {
        return send_to(r, loc_conf(r).refusal);
    }
    if (verdict.status == NGX_HTTP_CLOSE) {
        // Closes the connection without an answer, as "return 444" does.
        ngx_http_finalize_request(r, NGX_HTTP_CLOSE);
        return NGX_DONE;
    }
    Response response(r);
    if (has_retry_after(verdict)) {
        response.retry_after(verdict.wait);
    }
    if (asks_for_signature(context)) {
        response.header("Accept-Signature", str(signature::accept_signature()));
    }
    response.cache_control(str("no-store"));
    add_terms(r, context);
    if (wants_problem_json(r)) {
        const std::string detail = text_for(r, context, Part::detail);
        response.content_type(std::string_view("application/problem+json"));
        response.append(copy(
            r->pool,
            problem_json(r, context, trim(std::string_view(detail), "\n"))));
    } else {
        response.append(copy(r->pool, text_for(r, context, Part::all)));
    }
    return response.send(verdict.status);
}

}  // namespace robots::nginx
