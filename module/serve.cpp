#include "serve.hpp"

#include "configuration.hpp"
#include "ledger_entry.hpp"
#include "request_facts.hpp"
#include "response.hpp"
#include "revisions.hpp"

namespace robots::nginx {

namespace {

ngx_int_t refuse_method(ngx_http_request_t* r) {
    Response response(r);
    response.header("Allow", str("GET, HEAD"));
    response.append(str("robots.txt is read with GET or HEAD.\n"));
    return response.send(NGX_HTTP_NOT_ALLOWED);
}

// To a crawler, "nothing is forbidden" (RFC 9309 2.3.1.3).
ngx_int_t answer_unknown_host(ngx_http_request_t* r) {
    Response response(r);
    response.append(str("No robots.txt for this host.\n"));
    return response.send(NGX_HTTP_NOT_FOUND);
}

// To a crawler, "nothing is allowed for now" (RFC 9309 2.3.1.4).
ngx_int_t answer_suspended(ngx_http_request_t* r, std::chrono::seconds pause) {
    Response response(r);
    response.retry_after(static_cast<ngx_msec_t>(pause.count()) * 1000);
    response.cache_control(str("no-store"));
    response.append(str("Crawling of this site is suspended.\n"));
    return response.send(NGX_HTTP_SERVICE_UNAVAILABLE);
}

ngx_str_t etag_of(ngx_http_request_t* r, const Body& body,
                  const Authority& authority) {
    if (!body.has_slots()) {
        return str(body.fixed_etag());
    }
    const ETag tag = etag(body.hash(authority));
    return copy(r->pool, {tag.data(), tag.size()});
}

ngx_int_t answer_robots_txt(ngx_http_request_t* r, const Robots& robots,
                            const Authority& authority) {
    const MainConf& conf = main_conf(r);
    Response response(r);
    for (const Body::Piece& piece : robots.body.pieces()) {
        response.append(str(piece.literal));
        if (piece.slot != Slot::none) {
            response.append(copy(r->pool, slot_text(piece.slot, authority)));
        }
    }
    response.validators(etag_of(r, robots.body, authority), conf.modified,
                        str(conf.modified_date));
    response.cache_control(str(robots.max_age.cache_control()));
    r->allow_ranges = 1;
    // nginx cuts several ranges out of one buffer only.
    r->single_range = robots.body.has_slots();
    return response.send(NGX_HTTP_OK);
}

ngx_int_t answer(ngx_http_request_t* r) {
    MainConf& conf = main_conf(r);
    const Authority authority = authority_of(r);
    const Site* site = conf.policy->find(authority);
    count(conf.zone.counters().robots_txt);
    enter_robots_txt(r, site);

    // Keep-alive limits and the server's error log, which nginx sets with the
    // location later on.
    ngx_http_update_location_config(r);

    if (!(r->method & (NGX_HTTP_GET | NGX_HTTP_HEAD))) {
        return refuse_method(r);
    }
    if (site == nullptr) {
        return answer_unknown_host(r);
    }
    const Robots& robots = *site->robots;
    if (robots.suspend) {
        return answer_suspended(r, *robots.suspend);
    }
    record_fetch(r, *site);
    return answer_robots_txt(r, robots, authority);
}

// The length first: it tells nearly all other requests apart.
bool names_robots_txt(const ngx_str_t& uri) {
    constexpr std::string_view kUri = "/robots.txt";
    return uri.len == kUri.size() && view(uri) == kUri;
}

[[gnu::noinline]] ngx_int_t answer_or_fail(ngx_http_request_t* r) {
    return guarded<ngx_int_t>(r->connection->log,
                              NGX_HTTP_INTERNAL_SERVER_ERROR,
                              [r] { return answer(r); });
}

}  // namespace

ngx_int_t serve_robots_txt(ngx_http_request_t* r) noexcept {
    return names_robots_txt(r->uri) && r == r->main && robots_on(r)
               ? answer_or_fail(r)
               : NGX_DECLINED;
}

}  // namespace robots::nginx
