#include "module/handlers/passed.hpp"

#include "module/conf/configuration.hpp"
#include "module/enforcement/fetch_record.hpp"
#include "module/enforcement/ledger_entry.hpp"
#include "module/enforcement/request_context.hpp"

namespace robots::nginx {

namespace {

// A crawler knows a robots.txt that it was sent, or has already.
bool is_read(ngx_uint_t status) {
    return (status >= NGX_HTTP_OK && status < NGX_HTTP_SPECIAL_RESPONSE) ||
           status == NGX_HTTP_NOT_MODIFIED;
}

[[gnu::noinline]] void take_down(ngx_http_request_t* r, const Site& site,
                                 ngx_uint_t status) noexcept {
    guarded<bool>(r->connection->log, false, [&] {
        MainConf& conf = main_conf(r);
        count(conf.zone.counters().robots_txt);
        enter_robots_txt(conf, site, status);
        if (is_read(status)) {
            record_fetch(r, site);
        }
        return true;
    });
}

}  // namespace

// The status is what later filters leave of it (304, 412).
ngx_int_t filter_passed(ngx_http_request_t* r, HeaderFilter next) noexcept {
    RequestContext* context = existing_context(r);
    if (context == nullptr || context->passed == nullptr) {
        return next(r);
    }
    const Site& site = *context->passed;
    context->passed = nullptr;
    const ngx_int_t rc = next(r);
    take_down(r, site,
              rc >= NGX_HTTP_SPECIAL_RESPONSE ? static_cast<ngx_uint_t>(rc)
                                              : r->headers_out.status);
    return rc;
}

}  // namespace robots::nginx
