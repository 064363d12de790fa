// What is known about a request, kept from its first phase to its last.
//
// nginx has one pointer a request for each module. Here it is
//   nullptr          where the request has not been looked at yet,
//   &known_browser   where no crawler sent it, as with nearly all requests:
//                    none of these needs a context,
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

// Where a request is on its way through enforcement, whose handler nginx enters
// again after each wait:
//
//     fresh -> waiting_for_sender -> waiting_for_fleet -> delayed -> done
//
// Each of the waits may be left out. After each the request may be done at
// once: if the client leaves, or an error's page or post_action takes it
// elsewhere.
enum class Stage : std::uint8_t {
    fresh,               // no location has decided yet whether it is judged
    waiting_for_sender,  // delayed until it is known who sent it
    waiting_for_fleet,   // delayed until the fleet says what it costs
    delayed,             // judged, and delayed until it is due
    done,                // never judged again
};

struct RequestContext {
    // Set by the first call of site_of.
    const Site* site = nullptr;
    bool has_site = false;

    // The site whose robots.txt the application publishes, while the request is
    // for that and has no answer yet.
    const Site* passed = nullptr;

    Stage stage = Stage::fresh;
    bool has_end = false;  // nginx says when the request ends
    bool has_verdict = false;
    // Whether enforcement has made the verdict. Before, it only looks ahead.
    bool is_enforced = false;
    // Whether the configuration has read a look ahead, and may act on it.
    bool was_read = false;
    // Whether the request has a signature that may be a known crawler's.
    bool is_signed = false;
    Verdict verdict;

    // If the request names several crawlers, or is signed: the one that it is
    // judged as, if any.
    std::optional<Sighting> taken_for;

    // Made by the first wait; few requests wait.
    Delay* delay = nullptr;
    SenderWait* sender_wait = nullptr;
    FleetWait* fleet_wait = nullptr;
    // Judges by the fleet's answer later, if the request can only be logged.
    std::shared_ptr<LateVerdict> late_verdict;

    // What was found of its signature; nullptr: none was checked.
    signature::Finding* signature = nullptr;

    Receipt receipt;   // what it was charged
    RequestCost cost;  // if it was judged
};

extern u_char known_browser;

// The context of the main request `r`, or nullptr if it has none.
RequestContext* find_context(ngx_http_request_t* r) noexcept;
inline RequestContext* existing_context(ngx_http_request_t* r) noexcept {
    // Not looked at yet, as nearly all are whose robots.txt is served.
    return ngx_http_get_module_ctx(r, ngx_http_robots_module) == nullptr &&
                   !r->internal && !r->filter_finalize
               ? nullptr
               : find_context(r);
}

// A context for the main request `r`, which has none. Throws std::bad_alloc.
inline RequestContext& new_context(ngx_http_request_t* r) {
    auto* context = make_owned<RequestContext>(r->pool);
    ngx_http_set_ctx(r, context, ngx_http_robots_module);
    return *context;
}

// The context of the request's main request, made on first use. It survives
// internal redirects. Throws std::bad_alloc.
RequestContext& context_of(ngx_http_request_t* r);

// Whether no crawler sent the main request `r`, as far as is known yet. Such a
// request has no context until one is asked for.
inline bool is_known_browser(ngx_http_request_t* r) {
    return ngx_http_get_module_ctx(r, ngx_http_robots_module) == &known_browser;
}
inline void note_browser(ngx_http_request_t* r) {
    ngx_http_set_ctx(r, &known_browser, ngx_http_robots_module);
}

// The site that was asked, or nullptr. Throws std::bad_alloc.
inline const Site* site_of(ngx_http_request_t* r, RequestContext& context) {
    if (!context.has_site) {
        context.site = find_site(r->main, *main_conf(r).policy);
        context.has_site = true;
    }
    return context.site;
}

// The same. Makes no context.
const Site* site_of(ngx_http_request_t* r);

}  // namespace robots::nginx
