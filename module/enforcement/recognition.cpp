#include "module/enforcement/recognition.hpp"

#include "module/enforcement/signed_request.hpp"
#include "module/enforcement/user_agents.hpp"

namespace robots::nginx {

namespace {

Sighting read_headers(ngx_http_request_t* r) {
    const ngx_table_elt_t* header = r->headers_in.user_agent;
    if (header == nullptr) {
        return {};
    }
    return next_user_agent(r, header) == nullptr
               ? main_conf(r).headers->identify(view(header->value))
               : take_strictest(r);
}

}  // namespace

Sighting crawler_without_header(ngx_http_request_t* r) {
    if (is_known_browser(r)) {
        return {};
    }
    RequestContext* context = existing_context(r);
    if (context == nullptr) {
        const Sighting crawler = read_headers(r);
        if (!crawler) {
            note_browser(r);
        }
        return crawler;
    }
    if (context->has_verdict) {
        return context->verdict.crawler;
    }
    if (context->taken_for) {
        return *context->taken_for;
    }
    if (!context->is_signed) {
        return read_headers(r);
    }
    check_signature(r, *context);
    return named_by_signature(r, *context, read_headers(r));
}

Sighting crawler_of(ngx_http_request_t* r) {
    r = r->main;
    return crawler_of(r, look_at(r));
}

}  // namespace robots::nginx
