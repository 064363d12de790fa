// Which crawler a request's User-Agent header names.
//
// Nearly all requests are browsers'. The first look at a request tells them
// apart at little cost: by what is remembered of the header. All else is found
// out only if that look did not do.

#pragma once

#include "module/conf/configuration.hpp"
#include "module/enforcement/request_context.hpp"
#include "module/ngx/ngx.hpp"
#include "module/request/request_facts.hpp"
#include "policy/crawlers/header_memory.hpp"

namespace robots::nginx {

// Requests with several User-Agent headers, which neither crawlers nor browsers
// send (RFC 9110 5.3).
//
// An application behind nginx may see any of the headers, so each of them
// counts. But reading them takes time, and a request has room for thousands. So
// only kMaxUserAgents are read. A request with more is refused if the policy
// throttles or rejects anything: some of its names would not be judged.

// How many User-Agent headers of a request are read at most.
constexpr std::size_t kMaxUserAgents = 8;

bool has_several_user_agents(ngx_http_request_t* r);
bool has_too_many_user_agents(ngx_http_request_t* r);

// The crawler that the request is judged as: of all that its first
// kMaxUserAgents headers name, the one that the policy is strictest with. If
// there is one, the request's context keeps it. Throws std::bad_alloc.
Sighting take_strictest(ngx_http_request_t* r);

// Answers 400 to a request with too many of them, as nginx does to a request
// with two Host headers.
ngx_int_t refuse_user_agents(ngx_http_request_t* r, RequestContext& context);

// What the first look at a request found.
struct FirstLook {
    // What is remembered of the request's one User-Agent header. A hash of 0 if
    // it has none or several, or if this was not the first look.
    HeaderMemory::Found header;

    bool found_header() const { return header.hash != 0; }
    bool found_browser() const { return header.names_nobody(); }
};

// Looks at the main request `r`. A browser's is a known browser's from now on.
// If a header was found, the request has no context yet. Inline, since nearly
// all requests end here.
inline FirstLook look_at(ngx_http_request_t* r) noexcept {
    const ngx_table_elt_t* header = r->headers_in.user_agent;
    if (ngx_http_get_module_ctx(r, ngx_http_robots_module) != nullptr ||
        r->internal || r->filter_finalize || header == nullptr ||
        next_user_agent(r, header) != nullptr) {
        return {};
    }
    const FirstLook look{main_conf(r).headers->find(view(header->value))};
    if (look.found_browser()) {
        note_browser(r);
    }
    return look;
}

// The crawler that the main request `r` names, if any, where its first look
// found no header: as it was found out before, or by reading all its headers.
// Throws std::bad_alloc.
Sighting crawler_without_header(ngx_http_request_t* r);

// The crawler that the header names which the first look at the main request
// `r` found, if any.
inline Sighting crawler_in_header(ngx_http_request_t* r,
                                  const FirstLook& look) {
    const Sighting crawler =
        main_conf(r).headers->identify(look.header, user_agent_of(r));
    if (!crawler) {
        note_browser(r);
    }
    return crawler;
}

// The crawler that the main request `r` names, if any, after its first look.
// Throws std::bad_alloc.
inline Sighting crawler_of(ngx_http_request_t* r, const FirstLook& look) {
    return look.found_header() ? crawler_in_header(r, look)
                               : crawler_without_header(r);
}

// The crawler that the request names, if any. If several headers name several
// crawlers, the one that the policy is strictest with; it stays the same as
// long as the request. Throws std::bad_alloc.
Sighting crawler_of(ngx_http_request_t* r);

}  // namespace robots::nginx
