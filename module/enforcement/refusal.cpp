#include "module/enforcement/refusal.hpp"

#include "module/ngx/response.hpp"
#include "module/request/request_facts.hpp"
#include "module/request/verdict_text.hpp"

namespace robots::nginx {

namespace {

constexpr std::size_t kMaxName = 255;

// An impostor is told who it is not, and where that is documented.
ngx_str_t impostor_sentence(ngx_pool_t* pool, const Verdict& verdict) {
    const Crawler& claimed = *verdict.crawler.crawler;
    std::string_view by = claimed.operator_name;
    ngx_str_t crawler = escape(pool, claimed.token, kMaxName);
    ngx_str_t owner = escape(pool, by.empty() ? "its operator" : by, kMaxName);
    ngx_str_t see = str(claimed.docs.empty() ? "" : " See ");
    ngx_str_t docs = str(claimed.docs);

    constexpr char kFormat[] =
        "This request says that it comes from %V, but its address is not one "
        "of %V's.%V%V\n";
    return print(pool,
                 sizeof(kFormat) + crawler.len + owner.len + see.len + docs.len,
                 kFormat, &crawler, &owner, &see, &docs);
}

// Nobody could wait for the answer who sent the request.
ngx_str_t unknown_sentence(ngx_pool_t* pool, const Verdict& verdict) {
    ngx_str_t crawler = escape(pool, verdict.crawler.token, kMaxName);

    constexpr char kFormat[] =
        "This server has not checked yet whether this request comes from %V. "
        "Please try again.\n";
    return print(pool, sizeof(kFormat) + crawler.len, kFormat, &crawler);
}

bool comes_too_early(Violation violation) {
    return violation != Violation::disallow && violation != Violation::impostor;
}

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
    if (verdict.violation == Violation::impostor) {
        return verdict.identity == Identity::impostor
                   ? impostor_sentence(r->pool, verdict)
                   : unknown_sentence(r->pool, verdict);
    }
    ngx_str_t crawler = escape(r->pool, verdict.crawler.token, kMaxName);
    const Authority asked = authority_of(r);
    ngx_str_t origin = copy(
        r->pool, asked.host.empty() ? std::string() : robots::origin(asked));
    std::string_view name = verdict.group ? verdict.group->name.c_str() : "*";
    ngx_str_t group = str(name);
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
    if (verdict.wait > Milliseconds{0} || comes_too_early(verdict.violation)) {
        response.retry_after(static_cast<ngx_msec_t>(verdict.wait.count()));
    }
    response.cache_control(str("no-store"));
    response.append(sentence(r, context));
    return response.send(verdict.status);
}

}  // namespace robots::nginx
