// What is known about a request, kept from its first phase to its last.

#ifndef ROBOTS_MODULE_ENFORCEMENT_REQUEST_CONTEXT_HPP
#define ROBOTS_MODULE_ENFORCEMENT_REQUEST_CONTEXT_HPP

#include <optional>

#include "module/conf/configuration.hpp"
#include "module/enforcement/hold.hpp"
#include "module/enforcement/ledger_entry.hpp"
#include "module/enforcement/sender.hpp"
#include "module/ngx/ngx.hpp"
#include "module/request/request_facts.hpp"
#include "policy/crawlers/header_memory.hpp"
#include "policy/verdict/judge.hpp"
#include "policy/verdict/receipt.hpp"

namespace robots::nginx {

// What a request needs that may have to wait. Few do.
struct Waiting {
    Hold hold;
    HeldTime held;
    SenderWait sender;
};

struct RequestContext {
    // Known from the first call of site_of on.
    const Site* site = nullptr;
    bool has_site = false;

    bool has_verdict = false;
    bool passed_preaccess = false;
    // Whether the verdict is enforcement's. Until then it is a look ahead.
    bool is_enforced = false;
    // Whether the configuration has read a look ahead, and may act on it.
    bool was_read = false;
    Verdict verdict;

    // Where the request names several crawlers: the one that it is judged as.
    std::optional<Sighting> taken_for;

    Waiting* waiting = nullptr;  // once waiting_of was called

    Receipt receipt;  // what it was charged
};

// The context of the request's main request, made on first use. It survives
// internal redirects. Throws std::bad_alloc.
RequestContext& context_of(ngx_http_request_t* r);

// The same, or nullptr where there is none.
RequestContext* find_context(ngx_http_request_t* r) noexcept;

// The same where glance() found something: then there is no context yet.
inline RequestContext& first_context_of(ngx_http_request_t* r) {
    auto* context = make_owned<RequestContext>(r->pool);
    ngx_http_set_ctx(r, context, ngx_http_robots_module);
    return *context;
}

// The context's Waiting, made on first use. Throws std::bad_alloc.
Waiting& waiting_of(ngx_http_request_t* r, RequestContext& context);

// The site that was asked, or nullptr. Throws std::bad_alloc.
inline const Site* site_of(ngx_http_request_t* r, RequestContext& context) {
    if (!context.has_site) {
        context.site = find_site(r->main, *main_conf(r).policy);
        context.has_site = true;
    }
    return context.site;
}

// The same without a context, which is not made for it.
const Site* site_of(ngx_http_request_t* r);

// Stands in a context's place where no crawler sent the request, as with nearly
// all requests: none of these needs a context.
extern u_char no_crawler;

// Whether crawler_of has found that no crawler sent the request. Such a request
// has no context until one is asked for.
bool is_known_browser(ngx_http_request_t* r);
inline void note_browser(ngx_http_request_t* r) {
    ngx_http_set_ctx(r, &no_crawler, ngx_http_robots_module);
}

// What is remembered of the request's one User-Agent header, at the first look
// at the request. Nothing, a hash of 0, where it has none or several, or has
// been looked at before. A browser's request is known for one from then on.
// Inline, since nearly all requests end here.
inline HeaderMemory::Found glance(ngx_http_request_t* r) noexcept {
    const ngx_table_elt_t* header = r->headers_in.user_agent;
    if (ngx_http_get_module_ctx(r, ngx_http_robots_module) != nullptr ||
        r->internal || r->filter_finalize || header == nullptr ||
        next_user_agent(r, header) != nullptr) {
        return {};
    }
    const HeaderMemory::Found found =
        main_conf(r).headers->find(view(header->value));
    if (found.names_nobody()) {
        note_browser(r);
    }
    return found;
}

// Whom the request's User-Agent header names. Of several crawlers that several
// headers name, the one that the policy is strictest with, which stays the same
// as long as the request. Throws std::bad_alloc.
Sighting crawler_of(ngx_http_request_t* r);

// The same where a glance found nothing.
Sighting look_again(ngx_http_request_t* r);

// The same after a glance, which found `found`.
inline Sighting crawler_of(ngx_http_request_t* r,
                           const HeaderMemory::Found& found) {
    if (found.hash == 0) {
        return look_again(r);
    }
    const Sighting crawler =
        main_conf(r).headers->identify(found, user_agent_of(r));
    if (!crawler) {
        note_browser(r);
    }
    return crawler;
}

// The verdict on the request. Where there is none yet, the policy's answer
// without consequences: no budget is charged and no action is due. Throws
// std::bad_alloc.
const Verdict& verdict_of(ngx_http_request_t* r);

}  // namespace robots::nginx

#endif
