#include "serve.hpp"

#include "configuration.hpp"
#include "request_context.hpp"
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

void add_validators(ngx_http_request_t* r, Response& response, const Body& body,
                    const Authority& authority) {
    ngx_str_t hash = copy(r->pool, hex(body.hash(authority)));
    r->headers_out.etag =
        response.header("ETag", print(r->pool, hash.len + 2, "\"%V\"", &hash));
    r->headers_out.last_modified_time = main_conf(r).modified;
}

ngx_int_t answer_robots_txt(ngx_http_request_t* r, const Robots& robots,
                            const Authority& authority) {
    Response response(r);
    for (const Body::Piece& piece : robots.body.pieces()) {
        response.append(str(piece.literal));
        if (piece.slot != Slot::none) {
            response.append(copy(r->pool, slot_text(piece.slot, authority)));
        }
    }
    add_validators(r, response, robots.body, authority);
    response.cache_control(print(r->pool, sizeof("max-age=") + NGX_TIME_T_LEN,
                                 "max-age=%T",
                                 static_cast<time_t>(robots.max_age.count())));
    r->allow_ranges = 1;
    // nginx cuts several ranges out of one buffer only.
    r->single_range = robots.body.has_slots();
    return response.send(NGX_HTTP_OK);
}

ngx_int_t answer(ngx_http_request_t* r) {
    RequestContext& context = context_of(r);
    const Site* site = site_of(r, context);
    count(main_conf(r).zone.counters().robots_txt);

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
    return answer_robots_txt(r, robots, context.authority);
}

}  // namespace

ngx_int_t serve_robots_txt(ngx_http_request_t* r) noexcept {
    if (r != r->main || !robots_on(r) || view(r->uri) != "/robots.txt") {
        return NGX_DECLINED;
    }
    return guarded<ngx_int_t>(r->connection->log,
                              NGX_HTTP_INTERNAL_SERVER_ERROR,
                              [r] { return answer(r); });
}

}  // namespace robots::nginx
