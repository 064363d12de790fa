#include "module/enforcement/refusal_terms.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "module/ngx/response.hpp"
#include "module/request/request_facts.hpp"
#include "policy/base/ascii.hpp"
#include "policy/site/refusal.hpp"
#include "policy/verdict/deciding_line.hpp"
#include "status/format/json_writer.hpp"

namespace robots::nginx {

namespace {

constexpr std::uint16_t kUnauthorized = 401;
constexpr std::uint16_t kPaymentRequired = 402;

bool asks_for_license(const Verdict& verdict) {
    return verdict.status == kUnauthorized ||
           verdict.status == kPaymentRequired;
}

const Refusal& refusal_of(const RequestContext& context) {
    return context.site->robots->settings->refusal;
}

// Returns the price for the crawler; empty if the policy sets no price, or if
// paying would not help.
std::string price_of(const RequestContext& context) {
    const Verdict& verdict = context.verdict;
    if (is_private(verdict) && verdict.identity != Identity::verified) {
        return {};  // the sender may use the name of another crawler
    }
    const Enforcement& enforcement =
        verdict.group != nullptr ? *verdict.group->enforcement
                                 : context.site->robots->settings->enforcement;
    return verdict.status == kPaymentRequired && enforcement.price
               ? *enforcement.price
               : std::string();
}

const std::vector<Body>& licenses_of(const RequestContext& context) {
    return effective_licenses(*context.site->robots, context.verdict.group);
}

// Whether a licence could help the crawler. A licence does not help if the
// crawler is refused because it sends requests too often.
bool names_license(const RequestContext& context) {
    const Verdict& verdict = context.verdict;
    return !licenses_of(context).empty() &&
           (verdict.acted_on == Violation::disallow ||
            asks_for_license(verdict));
}

// Returns the challenge for WWW-Authenticate (RSL 1.0, 6.3.2). If the client
// sent a token, the challenge calls the token invalid, because only the licence
// server can read tokens.
std::string_view challenge(ngx_http_request_t* r) {
    constexpr std::string_view kScheme = "license ";
    const std::string_view sent = request_header(r, "authorization");
    return equal_folded(sent.substr(0, kScheme.size()), kScheme)
               ? "License error=\"invalid_token\", error_description=\"This "
                 "license does not open this resource\""
               : "License error=\"invalid_request\", error_description=\"This "
                 "resource needs a license\"";
}

// Returns a quota in whole requests and whole seconds. The quota allows at most
// the rate of `requests` in `period`, but always at least one request.
std::string quota(std::uint32_t requests, Milliseconds period) {
    const std::int64_t window =
        std::max<std::int64_t>((period.count() + 999) / 1000, 1);
    const std::int64_t allowed = std::max<std::int64_t>(
        requests * window * 1000 / std::max<std::int64_t>(period.count(), 1),
        1);
    return ";q=" + std::to_string(allowed) + ";w=" + std::to_string(window);
}

struct Quota {
    std::string name;  // a String of RFC 9651, with its quotes
    std::string text;
};

// Returns the quotas of all lines of the kind that the request violated
// (Crawl-delay or Request-rate). If the group has several rates, leaves out the
// rates that apply only in a part of the day.
std::vector<Quota> quotas_of(const Verdict& verdict) {
    std::vector<Quota> out;
    const Pace& pace = *verdict.group->pace;
    if (verdict.acted_on == Violation::crawl_delay && pace.crawl_delay) {
        out.push_back({"\"crawl-delay\"", quota(1, *pace.crawl_delay)});
    } else if (verdict.acted_on == Violation::request_rate) {
        const auto& rates = pace.request_rates;
        for (std::size_t i = 0; i < rates.size(); ++i) {
            if (!rates[i].window || rates.size() == 1) {
                out.push_back(
                    {rates.size() == 1
                         ? "\"request-rate\""
                         : "\"request-rate-" + std::to_string(i + 1) + '"',
                     quota(rates[i].requests, rates[i].period)});
            }
        }
    }
    return out;
}

void add_rate_limit(ngx_http_request_t* r, const Verdict& verdict) {
    std::string policies;
    std::string limits;
    // If there are several rates, it is not known which one was broken.
    const bool is_known = verdict.acted_on == Violation::crawl_delay ||
                          verdict.group->pace->request_rates.size() == 1;
    const std::string rest =
        ";r=0;t=" + std::to_string(whole_seconds(verdict.wait));
    for (const Quota& quota : quotas_of(verdict)) {
        const char* comma = policies.empty() ? "" : ", ";
        policies += comma + quota.name + quota.text;
        limits += comma + quota.name + rest;
    }
    if (!policies.empty()) {
        add_header(r, "RateLimit-Policy", copy(r->pool, policies));
        if (is_known) {
            add_header(r, "RateLimit", copy(r->pool, limits));
        }
    }
}

// Returns the title of the JSON answer. It is the title of the status, because
// a problem without a "type" has the type "about:blank" (RFC 9457, 4.2.1).
std::string_view title_of(std::uint16_t status) {
    constexpr std::pair<std::uint16_t, std::string_view> kTitles[] = {
        {400, "Bad Request"},
        {kUnauthorized, "Unauthorized"},
        {403, "Forbidden"},
        {kPaymentRequired, "Payment Required"},
        {404, "Not Found"},
        {406, "Not Acceptable"},
        {410, "Gone"},
        {429, "Too Many Requests"},
        {451, "Unavailable For Legal Reasons"},
        {503, "Service Unavailable"},
    };
    const auto* const it = std::find_if(
        std::begin(kTitles), std::end(kTitles),
        [status](const auto& each) { return each.first == status; });
    return it == std::end(kTitles) ? std::string_view() : it->second;
}

void put(status::JsonWriter& json, std::string_view name,
         std::string_view value) {
    if (!value.empty()) {
        json.name(name).text(value);
    }
}

// Returns the target of a link. RFC 8288 puts the target in angle brackets.
std::string_view target_of(std::string_view link) {
    return link.substr(1, link.find('>') - 1);
}

void put_licenses(status::JsonWriter& json, const std::vector<Body>& licenses,
                  const Authority& asked) {
    json.name("licenses").open_array();
    for (const Body& license : licenses) {
        json.text(target_of(license_link(license, asked)));
    }
    json.close_array();
}

}  // namespace

bool is_private(const Verdict& verdict) {
    return verdict.group != nullptr && verdict.group->is_private;
}

bool has_retry_after(const Verdict& verdict) {
    return verdict.wait > Milliseconds{0} ||
           (verdict.acted_on != Violation::disallow &&
            !is_of_sender(verdict.acted_on));
}

const Revision& revision_of(const RequestContext& context) {
    const Verdict& verdict = context.verdict;
    return verdict.robots != nullptr ? verdict.robots->revision
                                     : context.site->robots->revision;
}

void add_license_links(ngx_http_request_t* r,
                       const std::vector<Body>& licenses) {
    const Authority asked = authority_of(r);
    for (const Body& license : licenses) {
        add_header(r, "Link", copy(r->pool, license_link(license, asked)));
    }
}

void add_terms(ngx_http_request_t* r, const RequestContext& context) {
    const Refusal& refusal = refusal_of(context);
    if (const std::string price = price_of(context); !price.empty()) {
        add_header(r, "crawler-price", copy(r->pool, price));
    }
    if (names_license(context)) {
        add_license_links(r, licenses_of(context));
        if (asks_for_license(context.verdict) &&
            !refusal.license_server.empty()) {
            add_header(r, "WWW-Authenticate", str(challenge(r)));
        }
    }
    if (refusal.rate_limit && context.verdict.group != nullptr &&
        !is_private(context.verdict)) {
        add_rate_limit(r, context.verdict);
    }
}

bool wants_problem_json(ngx_http_request_t* r) {
    std::string accept;
    find_header(r->headers_in.headers, [&accept](const auto& header) {
        if (lower_case_name(header) == "accept") {
            accept += accept.empty() ? "" : ",";
            accept += view(header.value);
        }
        return accept.size() > kMaxAccept;
    });
    return prefers_problem_json(accept);
}

std::string problem_json(ngx_http_request_t* r, const RequestContext& context,
                         std::string_view detail) {
    const Verdict& verdict = context.verdict;
    const Refusal& refusal = refusal_of(context);
    const Authority asked = authority_of(r);
    std::string out;
    status::JsonWriter json(out);
    json.open_object();
    put(json, "title", title_of(verdict.status));
    json.name("status").number(verdict.status);
    put(json, "detail", detail);
    put(json, "crawler", verdict.crawler.token);
    put(json, "violation", to_string(verdict.acted_on));
    if (!is_private(verdict)) {
        put(json, "rule", line_text(verdict, verdict.acted_on));
        put(json, "group", verdict.group != nullptr ? verdict.group->name : "");
    }
    if (!asked.host.empty()) {
        put(json, "robots_txt", robots::origin(asked) + "/robots.txt");
    }
    put(json, "revision", revision_of(context).text());
    if (has_retry_after(verdict)) {
        json.name("retry_after")
            .number(static_cast<std::uint64_t>(whole_seconds(verdict.wait)));
    }
    put(json, "request_id", view(request_id(r)));
    put(json, "contact", refusal.contact);
    put(json, "price", price_of(context));
    if (names_license(context)) {
        put_licenses(json, licenses_of(context), asked);
        put(json, "license_server", refusal.license_server);
    }
    json.close_object();
    out += '\n';
    return out;
}

}  // namespace robots::nginx
