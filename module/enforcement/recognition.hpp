// Recognises the crawler that a request's User-Agent header names.
//
// Nearly all requests come from browsers. look_at() recognises them at low
// cost, since HeaderMemory remembers their headers. All other checks are made
// only if look_at() did not find a browser.

#pragma once

#include <optional>

#include "module/conf/configuration.hpp"
#include "module/enforcement/request_context.hpp"
#include "module/ngx/ngx.hpp"
#include "module/request/request_facts.hpp"
#include "policy/crawlers/header_memory.hpp"

namespace robots::nginx {

// Requests with several User-Agent headers, which neither crawlers nor browsers
// send (RFC 9110 5.3).
//
// An application behind nginx may read any of the headers, so each of them
// counts. But reading them takes time, and a request has room for thousands. So
// only kMaxUserAgents headers are read. A request with more is refused if the
// policy throttles or rejects anything, since the crawlers in its other headers
// would not be judged.

constexpr std::size_t kMaxUserAgents = 8;

bool has_several_user_agents(ngx_http_request_t* r);
bool has_too_many_user_agents(ngx_http_request_t* r);

// Returns the crawler as which the request is judged: of all crawlers that its
// first kMaxUserAgents headers name, the one with which the policy is
// strictest. The request's context keeps that crawler, if there is one. Throws
// std::bad_alloc.
Sighting take_strictest(ngx_http_request_t* r);

// Answers 400 to a request with too many User-Agent headers, as nginx does to a
// request with two Host headers.
ngx_int_t refuse_user_agents(ngx_http_request_t* r, RequestContext& context);

// An IsNamed (crawlers.hpp) for the site that the request is for. A header may
// have a thousand tokens of customers: it finds the site once for all of them.
struct NamedAtSite {
    ngx_http_request_t* r;
    mutable std::optional<NamedAt> site{};

    bool operator()(const Crawler& crawler) const {
        if (!site) {
            site.emplace(NamedAt{site_of(r)});
        }
        return (*site)(crawler);
    }
};

// What look_at() found in a request.
struct FirstLook {
    // What HeaderMemory has about the User-Agent header. The hash is 0 if the
    // request has no or several of these headers, or was looked at before.
    HeaderMemory::Found header;

    bool found_header() const { return header.hash != 0; }
    bool found_browser() const { return header.names_nobody(); }
};

// Looks at the main request `r`. If a browser sent it, marks it as a known
// browser's. If found_header() is true, the request has no context yet. Inline,
// since nearly all requests need nothing more.
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

// Call it if look_at() found no header. Returns the crawler of the main request
// `r`, if any: the one that was found before, or the one that its headers and
// its signature name. Throws std::bad_alloc.
Sighting crawler_without_header(ngx_http_request_t* r);

// Returns the crawler, if any, in the header that look_at() found in the main
// request `r`.
inline Sighting crawler_in_header(ngx_http_request_t* r,
                                  const FirstLook& look) {
    const Sighting crawler = main_conf(r).headers->identify(
        look.header, user_agent_of(r), NamedAtSite{r});
    if (!crawler) {
        note_browser(r);
    }
    return crawler;
}

// Returns the crawler, if any, that the headers of the main request `r` name;
// `look` is what look_at() returned. Throws std::bad_alloc.
inline Sighting crawler_of(ngx_http_request_t* r, const FirstLook& look) {
    return look.found_header() ? crawler_in_header(r, look)
                               : crawler_without_header(r);
}

// Returns the crawler that the request names, if any. If its headers name
// several crawlers, returns the one with which the policy is strictest. The
// result is the same during the whole request. Throws std::bad_alloc.
Sighting crawler_of(ngx_http_request_t* r);

}  // namespace robots::nginx
