// What is known about a request, from its first phase to its last.
//
// nginx has one pointer per request for each module. Here the pointer is
//   nullptr          if the request was not looked at yet,
//   &known_browser   if no crawler sent it, as with nearly all requests:
//                    these need no context,
//   a RequestContext for all others.

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
// Each wait is optional. From each stage, a request becomes `done` at once if
// the client leaves, or if an error page or post_action redirects it
// internally. A request for a robots.txt that the application publishes is
// `done` from its start.
enum class Stage : std::uint8_t {
    fresh,               // no location has decided yet whether to judge it
    waiting_for_sender,  // delayed until its sender is known
    waiting_for_fleet,   // delayed until the fleet answers about its charges
    delayed,             // judged, and delayed until it is due
    done,                // never judged, or never again
};

struct RequestContext {
    // The first call of site_of() sets `site` and `has_site`.
    const Site* site = nullptr;
    bool has_site = false;

    // The site whose robots.txt the application publishes, if the request is
    // for that file and is not answered yet.
    const Site* passed = nullptr;

    Stage stage = Stage::fresh;
    bool has_end = false;  // whether nginx will report the request's end
    bool has_verdict = false;
    // Whether enforcement made `verdict`. If not, a variable did, as a preview.
    bool is_enforced = false;
    // Whether nginx.conf has read the preview in a variable, and may act on it.
    bool was_read = false;
    // Whether the request has a Signature-Input header, and the policy has
    // keys.
    bool is_signed = false;
    Verdict verdict;

    // If the request names several crawlers, or is signed: the crawler as which
    // it is judged, if any.
    std::optional<Sighting> taken_for;

    // Each is nullptr until the request first waits for it; few requests wait.
    Delay* delay = nullptr;
    SenderWait* sender_wait = nullptr;
    FleetWait* fleet_wait = nullptr;
    // Set if the request is at worst logged: judges it when the fleet answers.
    std::shared_ptr<LateVerdict> late_verdict;

    // The result of checking the signature; nullptr if none was checked.
    signature::Finding* signature = nullptr;

    Receipt receipt;   // the charges of the request
    RequestCost cost;  // counted if the request was judged
};

extern u_char known_browser;

// Returns the context of the main request `r`, or nullptr.
RequestContext* find_context(ngx_http_request_t* r) noexcept;
inline RequestContext* existing_context(ngx_http_request_t* r) noexcept {
    // True if the request was not looked at yet, as with nearly all requests
    // for robots.txt.
    return ngx_http_get_module_ctx(r, ngx_http_robots_module) == nullptr &&
                   !r->internal && !r->filter_finalize
               ? nullptr
               : find_context(r);
}

// Makes a context for the main request `r`, which has none. Throws
// std::bad_alloc.
inline RequestContext& new_context(ngx_http_request_t* r) {
    auto* context = make_owned<RequestContext>(r->pool);
    ngx_http_set_ctx(r, context, ngx_http_robots_module);
    return *context;
}

// Returns the context of the request's main request, which is made on first
// use. It survives internal redirects. Throws std::bad_alloc.
RequestContext& context_of(ngx_http_request_t* r);

// Whether the main request `r` was looked at and no crawler was found. The
// request has no context until context_of() is called.
inline bool is_known_browser(ngx_http_request_t* r) {
    return ngx_http_get_module_ctx(r, ngx_http_robots_module) == &known_browser;
}
inline void note_browser(ngx_http_request_t* r) {
    ngx_http_set_ctx(r, &known_browser, ngx_http_robots_module);
}

// Returns the requested site, or nullptr. Throws std::bad_alloc.
inline const Site* site_of(ngx_http_request_t* r, RequestContext& context) {
    if (!context.has_site) {
        context.site = find_site(r->main, *main_conf(r).policy);
        context.has_site = true;
    }
    return context.site;
}

// Does the same for a request that may have no context, and makes none.
const Site* site_of(ngx_http_request_t* r);

}  // namespace robots::nginx
