#include "module/enforcement/recognition.hpp"

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
    const RequestContext* context = existing_context(r);
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
    return context->taken_for ? *context->taken_for : read_headers(r);
}

Sighting crawler_of(ngx_http_request_t* r) {
    r = r->main;
    return crawler_of(r, look_at(r));
}

}  // namespace robots::nginx
