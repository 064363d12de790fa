// Makes questions to nginx's resolver. The resolver answers later, without
// blocking the worker.

#pragma once

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// Whether a resolver has DNS servers. nginx stores the servers of a resolver in
// an array, and Angie in a linked list.
inline bool has_some(const ngx_array_t& servers) {
    return servers.nelts != 0;
}
template <typename Server>
bool has_some(const Server* first) {
    return first != nullptr;
}

// Whether a location has a resolver with servers to ask.
inline bool has_resolver(const ngx_http_core_loc_conf_t& location) {
    const ngx_resolver_t* resolver = location.resolver;
    return resolver != nullptr && has_some(resolver->connections);
}

// Returns a question, which the caller must send; nullptr if the resolver
// cannot be asked. nginx passes the answer to `kTake`, a method of `asker` that
// must not throw. `timeout` is in milliseconds. A worker that shuts down does
// not wait for the answer.
template <auto kTake, typename Asker>
ngx_resolver_ctx_t* make_question(ngx_resolver_t* resolver, ngx_msec_t timeout,
                                  Asker& asker) {
    ngx_resolver_ctx_t* ctx = ngx_resolve_start(resolver, nullptr);
    if (ctx == nullptr || ctx == NGX_NO_RESOLVER) {
        return nullptr;
    }
    ctx->handler = [](ngx_resolver_ctx_t* answer) noexcept {
        (static_cast<Asker*>(answer->data)->*kTake)(answer);
    };
    ctx->data = &asker;
    ctx->timeout = timeout;
    ctx->cancelable = 1;
    return ctx;
}

}  // namespace robots::nginx
