#include "refusal.hpp"

#include "response.hpp"
#include "verdict_text.hpp"

namespace robots::nginx {

namespace {

constexpr std::size_t kMaxName = 255;

std::string_view wish_of(Violation violation) {
    switch (violation) {
        case Violation::disallow:
            return "not to fetch this";
        case Violation::visit_time:
            return "to come at that time";
        default:
            return "to come less often";
    }
}

ngx_str_t sentence(ngx_http_request_t* r, const RequestContext& context) {
    const Verdict& verdict = context.verdict;
    ngx_str_t crawler = escape(r->pool, verdict.crawler.token, kMaxName);
    ngx_str_t origin = copy(r->pool, context.authority.host.empty()
                                         ? std::string()
                                         : robots::origin(context.authority));
    ngx_str_t group = str(verdict.group->name);
    ngx_str_t line = line_text(r->pool, verdict);
    ngx_str_t wish = str(wish_of(verdict.violation));

    constexpr char kFormat[] =
        "This crawler (%V) is asked by %V/robots.txt, group "
        "\"User-agent: %V\", rule \"%V\", %V.\n";
    return print(r->pool,
                 sizeof(kFormat) + crawler.len + origin.len + group.len +
                     line.len + wish.len,
                 kFormat, &crawler, &origin, &group, &line, &wish);
}

}  // namespace

ngx_int_t send_refusal(ngx_http_request_t* r, const RequestContext& context) {
    const Verdict& verdict = context.verdict;
    Response response(r);
    if (verdict.violation != Violation::disallow ||
        verdict.wait > Milliseconds{0}) {
        response.retry_after(static_cast<ngx_msec_t>(verdict.wait.count()));
    }
    response.cache_control(str("no-store"));
    response.append(sentence(r, context));
    return response.send(verdict.status);
}

}  // namespace robots::nginx
