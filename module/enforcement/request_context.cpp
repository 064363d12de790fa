#include "module/enforcement/request_context.hpp"

namespace robots::nginx {

u_char known_browser;

RequestContext* find_context(ngx_http_request_t* r) noexcept {
    void* context = ngx_http_get_module_ctx(r, ngx_http_robots_module);
    if (context == &known_browser) {
        return nullptr;
    }
    if (context != nullptr) {
        return static_cast<RequestContext*>(context);
    }
    // nginx clears the pointers to all modules' contexts at an internal
    // redirect, and when a filter replaces the response. But the context is
    // still in the request's pool.
    if (r->internal || r->filter_finalize) {
        return find_owned<RequestContext>(r->pool);
    }
    return nullptr;
}

RequestContext& context_of(ngx_http_request_t* r) {
    r = r->main;
    RequestContext* context = existing_context(r);
    if (context == nullptr) {
        return new_context(r);
    }
    ngx_http_set_ctx(r, context, ngx_http_robots_module);
    return *context;
}

const Site* site_of(ngx_http_request_t* r) {
    r = r->main;
    RequestContext* context = existing_context(r);
    return context != nullptr ? site_of(r, *context)
                              : find_site(r, *main_conf(r).policy);
}

}  // namespace robots::nginx
