#include "module/handlers/handlers.hpp"

#include <string>

#include "module/conf/configuration.hpp"
#include "module/enforcement/fetch_record.hpp"
#include "module/enforcement/request_context.hpp"
#include "module/ngx/response.hpp"
#include "module/request/origin.hpp"
#include "module/request/request_facts.hpp"

namespace robots::nginx {

namespace {

// Whether the crawler has the current robots.txt after this answer. True if the
// file was sent (2xx), if the crawler already had the file (304), or if the
// site has neither a robots.txt nor rules (404).
bool is_read(const Site& site, ngx_uint_t status) {
    return (status >= NGX_HTTP_OK && status < NGX_HTTP_SPECIAL_RESPONSE) ||
           status == NGX_HTTP_NOT_MODIFIED ||
           (status == NGX_HTTP_NOT_FOUND && site.robots->groups.all().empty());
}

// Counts the status that was sent. If the client now has the robots.txt, also
// records a fetch.
void take_down(ngx_http_request_t* r, const Site& site,
               ngx_uint_t status) noexcept {
    guarded(r->connection->log, [&] {
        Zone& zone = main_conf(r).zone;
        zone.ledger().answered(site.key, static_cast<std::uint16_t>(status),
                               zone.now());
        if (is_read(site, status)) {
            record_fetch(r, site);
        }
    });
}

// A request for robots.txt, and the requested site.
struct RobotsTxtRequest {
    ngx_http_request_t* r;
    MainConf& conf;
    const Site* site;
};

ngx_int_t send(const RobotsTxtRequest& asked, Response& response,
               ngx_uint_t status) {
    return response.send(status, [&asked](ngx_uint_t sent) {
        ngx_log_debug3(NGX_LOG_DEBUG_HTTP, asked.r->connection->log, 0,
                       "robots: robots.txt of \"%*s\": %ui",
                       asked.site->name.size(), asked.site->name.data(), sent);
        take_down(asked.r, *asked.site, sent);
    });
}

ngx_int_t refuse_method(const RobotsTxtRequest& asked) {
    Response response(asked.r);
    response.header("Allow", str("GET, HEAD"));
    response.append(str("Use GET or HEAD for robots.txt.\n"));
    return send(asked, response, NGX_HTTP_NOT_ALLOWED);
}

// Answers 404. For a crawler this means that everything is allowed (RFC 9309
// 2.3.1.3).
ngx_int_t answer_with_none(const RobotsTxtRequest& asked) {
    Response response(asked.r);
    response.append(str("This site has no robots.txt.\n"));
    return send(asked, response, NGX_HTTP_NOT_FOUND);
}

// Answers 503. For a crawler this means that nothing is allowed for now (RFC
// 9309 2.3.1.4).
ngx_int_t answer_suspended(const RobotsTxtRequest& asked,
                           std::chrono::seconds pause) {
    Response response(asked.r);
    response.retry_after(pause);
    response.cache_control(str("no-store"));
    response.append(str("Crawling of this site is suspended.\n"));
    return send(asked, response, NGX_HTTP_SERVICE_UNAVAILABLE);
}

// Sends the body that was appended to the response; `etag` is the ETag of this
// body.
ngx_int_t send_body(const RobotsTxtRequest& asked, Response& response,
                    const ETag& etag) {
    ngx_http_request_t* r = asked.r;
    const Robots& robots = *asked.site->robots;
    const std::string max_age =
        "max-age=" + std::to_string(robots.settings->max_age.count());
    response.cacheable(copy(r->pool, max_age),
                       copy(r->pool, {etag.data(), etag.size()}),
                       asked.conf.modified, str(asked.conf.modified_date));
    // Only clients that ask for a range get an Accept-Ranges header (RFC 9110
    // 14.3), because a body of at most 500 KiB is seldom fetched in parts.
    if (r->headers_in.range != nullptr) {
        r->allow_ranges = 1;
        // nginx can send several ranges only if the body is in one buffer.
        r->single_range = robots.body.has_slots();
    }
    return send(asked, response, NGX_HTTP_OK);
}

ngx_int_t answer_filled(const RobotsTxtRequest& asked) {
    const Body& body = asked.site->robots->body;
    const Authority authority = authority_of(asked.r);
    ngx_pool_t* pool = asked.r->pool;
    u_char* memory = octets(pool, SlotTexts::octets_for(authority));
    const SlotTexts texts(authority, reinterpret_cast<char*>(memory));
    Response response(asked.r);
    bool has_scheme = false;
    for (const Body::Piece& piece : body.pieces()) {
        response.append(str(piece.literal));
        response.append(str(texts[piece.slot]));
        has_scheme = has_scheme || piece.slot == Slot::scheme ||
                     piece.slot == Slot::origin;
    }
    if (has_scheme) {
        warn_of_forwarded_scheme(asked.r, authority);
    }
    return send_body(asked, response, etag(body.hash(texts)));
}

// Sends a body without slots (variable parts). This body has one piece, or none
// if it is empty.
ngx_int_t answer_fixed(const RobotsTxtRequest& asked) {
    const Body& body = asked.site->robots->body;
    Response response(asked.r);
    if (!body.pieces().empty()) {
        response.append(str(body.pieces().front().literal));
    }
    return send_body(asked, response, body.fixed_etag());
}

// Answers a request for robots.txt. If the policy does not publish this
// robots.txt, returns NGX_DECLINED, and nginx answers as without a policy.
ngx_int_t answer(ngx_http_request_t* r) {
    MainConf& conf = main_conf(r);
    const RobotsTxtRequest asked{r, conf, find_site(r, *conf.policy)};
    if (asked.site == nullptr) {
        ngx_log_debug0(NGX_LOG_DEBUG_HTTP, r->connection->log, 0,
                       "robots: no site for this robots.txt");
        return NGX_DECLINED;
    }
    const SiteSettings& settings = *asked.site->robots->settings;
    if (settings.publisher == Publisher::application && !settings.suspend) {
        RequestContext& context = context_of(r);
        context.passed = asked.site;
        context.stage = Stage::done;
        ngx_log_debug2(NGX_LOG_DEBUG_HTTP, r->connection->log, 0,
                       "robots: robots.txt of \"%*s\" is the application's",
                       asked.site->name.size(), asked.site->name.data());
        return NGX_DECLINED;
    }
    count(conf.zone.counters().robots_txt);

    // Sets the keep-alive limits and the server's error log. nginx would set
    // these only later, when it finds the location.
    ngx_http_update_location_config(r);

    if (!(r->method & (NGX_HTTP_GET | NGX_HTTP_HEAD))) {
        return refuse_method(asked);
    }
    if (settings.suspend) {
        return answer_suspended(asked, *settings.suspend);
    }
    if (settings.publisher == Publisher::nobody) {
        return answer_with_none(asked);
    }
    return asked.site->robots->body.has_slots() ? answer_filled(asked)
                                                : answer_fixed(asked);
}

// Compares the length first, because nearly all other URIs have another length.
bool names_robots_txt(const ngx_str_t& uri) {
    constexpr std::string_view kUri = "/robots.txt";
    return uri.len == kUri.size() && view(uri) == kUri;
}

ngx_int_t answer_or_fail(ngx_http_request_t* r) {
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

// Counts the status after `next` has run, because later filters may change the
// status (304, 412).
ngx_int_t filter_passed(ngx_http_request_t* r, HeaderFilter next) noexcept {
    RequestContext* context = existing_context(r);
    if (context == nullptr || context->passed == nullptr) {
        return next(r);
    }
    const Site& site = *context->passed;
    context->passed = nullptr;
    const ngx_int_t rc = next(r);
    count(main_conf(r).zone.counters().robots_txt);
    take_down(r, site,
              rc >= NGX_HTTP_SPECIAL_RESPONSE ? static_cast<ngx_uint_t>(rc)
                                              : r->headers_out.status);
    return rc;
}

}  // namespace robots::nginx
