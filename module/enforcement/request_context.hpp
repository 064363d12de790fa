// What this module knows about a request, from the first phase of the request
// to its end.
//
// nginx has one pointer per request for each module. Here the pointer is
//   nullptr          if the module has not looked at the request yet,
//   &known_browser   if the sender is not a crawler, as for nearly all
//                    requests; these requests need no context,
//   a RequestContext for all other requests.

#pragma once

#include <memory>
#include <optional>

#include "module/conf/configuration.hpp"
#include "module/enforcement/ledger_entry.hpp"
#include "module/ngx/ngx.hpp"
#include "module/request/request_facts.hpp"
#include "policy/signature/web_bot_auth.hpp"
#include "policy/verdict/charge.hpp"
#include "policy/verdict/judge.hpp"

namespace robots::nginx {

class Delay;
class FleetWait;
class LateVerdict;
class SenderWait;

// The stage of a request in enforcement. nginx calls the handler again after
// each wait:
//
//     fresh -> waiting_for_sender -> waiting_for_fleet -> delayed -> done
//
// A request may skip each of the three waits. A request becomes `done` at once
// if the client leaves, or if an error page or post_action redirects the
// request internally. A request for a robots.txt that the application publishes
// starts as `done`.
enum class Stage : std::uint8_t {
    fresh,               // it is not decided whether the request is judged
    waiting_for_sender,  // delayed until its sender is known
    waiting_for_fleet,   // delayed until the fleet's server answers
    delayed,             // judged, and delayed until the budgets allow it
    done,                // judged already, or will never be judged
};

struct RequestContext {
    // The first call of site_of() sets `site` and `has_site`.
    const Site* site = nullptr;
    bool has_site = false;

    // Set if the request is for a robots.txt that the application publishes,
    // and is not answered yet: the site of this robots.txt.
    const Site* passed = nullptr;

    Stage stage = Stage::fresh;
    bool has_end = false;  // whether end_request() is registered (waits.cpp)
    bool has_verdict = false;
    // Whether enforcement made `verdict`. If not, reading a variable made
    // `verdict` as a preview.
    bool is_enforced = false;
    // Whether a variable has shown the preview. If so, directives of nginx.conf
    // have possibly acted on the preview.
    bool was_read = false;
    // Whether the request has a Signature-Input header, and the policy has
    // keys.
    bool is_signed = false;
    Verdict verdict;

    // Set if the request has several User-Agent headers or is signed: the
    // crawler as which the request is judged, or an empty Sighting.
    std::optional<Sighting> taken_for;

    // Each of the next three pointers is nullptr until the request needs that
    // object. Few requests wait.
    Delay* delay = nullptr;
    SenderWait* sender_wait = nullptr;
    FleetWait* fleet_wait = nullptr;
    // Set if the request can only be logged: judges the request when the
    // fleet's server has answered.
    std::shared_ptr<LateVerdict> late_verdict;

    // The result of checking the signature; nullptr if none was checked.
    signature::CheckedSignature* signature = nullptr;

    Receipt receipt;   // the charges of the request
    RequestCost cost;  // counted if the request was judged
};

extern u_char known_browser;

// Returns the context of the main request `r`, or nullptr.
RequestContext* find_context(ngx_http_request_t* r) noexcept;
inline RequestContext* existing_context(ngx_http_request_t* r) noexcept {
    // The condition is true if the module has not looked at the request yet, as
    // with nearly all requests for robots.txt.
    return ngx_http_get_module_ctx(r, ngx_http_robots_module) == nullptr &&
                   !r->internal && !r->filter_finalize
               ? nullptr
               : find_context(r);
}

// Makes a context for the main request `r`, which must not have one yet. Throws
// std::bad_alloc.
inline RequestContext& new_context(ngx_http_request_t* r) {
    auto* context = make_owned<RequestContext>(r->pool);
    ngx_http_set_ctx(r, context, ngx_http_robots_module);
    return *context;
}

// Returns the context of the main request of `r`. The first call makes the
// context. The context survives internal redirects. Throws std::bad_alloc.
RequestContext& context_of(ngx_http_request_t* r);

// Whether the module has looked at the main request `r` and found no crawler.
// Then `r` has no context until context_of() is called.
inline bool is_known_browser(ngx_http_request_t* r) {
    return ngx_http_get_module_ctx(r, ngx_http_robots_module) == &known_browser;
}
inline void note_browser(ngx_http_request_t* r) {
    ngx_http_set_ctx(r, &known_browser, ngx_http_robots_module);
}

// Returns the requested site; nullptr if the policy has no site for the
// request. Throws std::bad_alloc.
inline const Site* site_of(ngx_http_request_t* r, RequestContext& context) {
    if (!context.has_site) {
        context.site = find_site(r->main, *main_conf(r).policy);
        context.has_site = true;
    }
    return context.site;
}

// Works like site_of(r, context), but does not need a context of the request
// and does not make a context.
const Site* site_of(ngx_http_request_t* r);

}  // namespace robots::nginx
