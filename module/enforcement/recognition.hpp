// Recognises the crawler that a request's User-Agent header names.
//
// Nearly all requests come from browsers. look_at() recognises browsers at low
// cost, because HeaderMemory is a cache of User-Agent headers. All other checks
// run only if look_at() did not find a browser.

#pragma once

#include <optional>

#include "module/conf/configuration.hpp"
#include "module/enforcement/request_context.hpp"
#include "module/ngx/ngx.hpp"
#include "module/request/request_facts.hpp"
#include "policy/crawlers/header_memory.hpp"

namespace robots::nginx {

// The next functions handle requests with several User-Agent headers. Neither
// crawlers nor browsers send these requests (RFC 9110 5.3).
//
// The module cannot know which of the headers an application behind nginx uses,
// so the module reads more than the first header. A request has room for
// thousands of headers, and reading them takes time. So the module reads only
// kMaxUserAgents headers. A request with more User-Agent headers can name a
// crawler in an unread header. So the module refuses this request if the policy
// throttles or rejects anything.

constexpr std::size_t kMaxUserAgents = 8;

bool has_several_user_agents(ngx_http_request_t* r);
bool has_too_many_user_agents(ngx_http_request_t* r);

// Finds all crawlers that the first kMaxUserAgents headers of the request name.
// Returns the crawler for which the policy is strictest; the request is judged
// as this crawler. Stores the crawler, if any, in the request's context. Throws
// std::bad_alloc.
Sighting take_strictest(ngx_http_request_t* r);

// Answers 400 to a request with too many User-Agent headers, as nginx does to a
// request with two Host headers.
ngx_int_t refuse_user_agents(ngx_http_request_t* r, RequestContext& context);

// An IsNamed callback (crawlers.hpp) for the requested site. A header may
// contain a thousand tokens for which the callback runs, so the callback finds
// the site only once.
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
    // The result of HeaderMemory::find() for the User-Agent header. The hash is
    // 0 if the request does not have exactly one User-Agent header, or if the
    // request was looked at before.
    HeaderMemory::Found header;

    bool found_header() const { return header.hash != 0; }
    bool found_browser() const { return header.names_nobody(); }
};

// Looks up the User-Agent header of the main request `r` in HeaderMemory. If
// the header is a browser's, marks `r` with note_browser(). If found_header()
// of the result is true, `r` has no context yet. Inline, because nearly all
// requests need only this function.
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

// Call this function if look_at() found no header. Returns the crawler of the
// main request `r`, if any: the crawler that was found before, or the crawler
// that the headers and the signature of `r` name. Throws std::bad_alloc.
Sighting crawler_without_header(ngx_http_request_t* r);

// Returns the crawler, if any, that the User-Agent header of the main request
// `r` names. `look` is the result of look_at(), which must have found the
// header.
inline Sighting crawler_in_header(ngx_http_request_t* r,
                                  const FirstLook& look) {
    const Sighting crawler = main_conf(r).headers->identify(
        look.header, user_agent_of(r), NamedAtSite{r});
    if (!crawler) {
        note_browser(r);
    }
    return crawler;
}

// Returns the crawler, if any, that the headers of the main request `r` name.
// `look` is the result of look_at() for `r`. Throws std::bad_alloc.
inline Sighting crawler_of(ngx_http_request_t* r, const FirstLook& look) {
    return look.found_header() ? crawler_in_header(r, look)
                               : crawler_without_header(r);
}

// Returns the crawler that the request names, if any. If the headers name
// several crawlers, returns the crawler for which the policy is strictest. The
// result is the same during the whole request. Throws std::bad_alloc.
Sighting crawler_of(ngx_http_request_t* r);

}  // namespace robots::nginx
