// What is known about a request, kept from its first phase to its last.

#ifndef ROBOTS_MODULE_REQUEST_CONTEXT_HPP
#define ROBOTS_MODULE_REQUEST_CONTEXT_HPP

#include "hold.hpp"
#include "judge.hpp"
#include "ngx.hpp"

namespace robots::nginx {

struct RequestContext {
    // Known from the first call of site_of on.
    Authority authority;
    const Site* site = nullptr;
    bool has_site = false;

    Verdict verdict;
    bool has_verdict = false;
    bool passed_preaccess = false;
    Hold hold;
};

// The context of the request's main request, made on first use. It survives
// internal redirects. Throws std::bad_alloc.
RequestContext& context_of(ngx_http_request_t* r);

// The site that was asked, or nullptr. Throws std::bad_alloc.
const Site* site_of(ngx_http_request_t* r, RequestContext& context);

// The policy's answer without consequences: no budget is charged and no action
// is due. A verdict that is there already stands. Throws std::bad_alloc.
const Verdict& peek(ngx_http_request_t* r, RequestContext& context);

}  // namespace robots::nginx

#endif
