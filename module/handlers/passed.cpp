#include "module/handlers/passed.hpp"

#include <algorithm>

#include "module/conf/configuration.hpp"
#include "module/enforcement/fetch_record.hpp"
#include "module/enforcement/ledger_entry.hpp"
#include "module/enforcement/request_context.hpp"
#include "module/ngx/ngx.hpp"

namespace robots::nginx {

namespace {

ngx_http_output_header_filter_pt next_filter;

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

// The status is what later filters leave of it (304, 412).
ngx_int_t filter_header(ngx_http_request_t* r) noexcept {
    RequestContext* context = r == r->main ? existing_context(r) : nullptr;
    if (context == nullptr || context->passed == nullptr) {
        return next_filter(r);
    }
    const Site& site = *context->passed;
    context->passed = nullptr;
    const ngx_int_t rc = next_filter(r);
    take_down(r, site,
              rc >= NGX_HTTP_SPECIAL_RESPONSE ? static_cast<ngx_uint_t>(rc)
                                              : r->headers_out.status);
    return rc;
}

}  // namespace

bool passes_any(const Policy& policy) {
    const auto& sites = policy.sites();
    return std::any_of(sites.begin(), sites.end(), [](const Site& site) {
        return site.robots->settings->publisher == Publisher::application;
    });
}

void add_passed_filter() {
    next_filter = ngx_http_top_header_filter;
    ngx_http_top_header_filter = filter_header;
}

}  // namespace robots::nginx
