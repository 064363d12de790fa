#include "module/request/slashes.hpp"

#include <string>

namespace robots::nginx {

namespace {

struct NotedSlashes {
    Slashes slashes;
};

Slashes slashes_behind(ngx_http_request_t* r) {
    const std::string_view target = view(r->unparsed_uri);
    const std::string merged =
        resolve_target(target.substr(0, target.find('?')), Slashes::merge);
    return merged == encode_path(view(r->uri)) ? Slashes::merge : Slashes::keep;
}

}  // namespace

ngx_int_t note_slashes(ngx_http_request_t* r) noexcept {
    if (r->stream == nullptr ||
        merges_slashes(r->http_connection->conf_ctx->srv_conf) ==
            merges_slashes(r->srv_conf)) {
        return NGX_DECLINED;
    }
    return guarded<ngx_int_t>(
        r->connection->log, NGX_HTTP_INTERNAL_SERVER_ERROR, [r]() -> ngx_int_t {
            make_owned<NotedSlashes>(r->pool)->slashes = slashes_behind(r);
            return NGX_DECLINED;
        });
}

bool slashes_differ(ngx_conf_t* cf) {
    const auto* core = static_cast<const ngx_http_core_main_conf_t*>(
        ngx_http_conf_get_module_main_conf(cf, ngx_http_core_module));
    auto* const* servers =
        static_cast<ngx_http_core_srv_conf_t* const*>(core->servers.elts);
    for (ngx_uint_t i = 1; i < core->servers.nelts; i++) {
        if (servers[i]->merge_slashes != servers[0]->merge_slashes) {
            return true;
        }
    }
    return false;
}

Slashes noted_slashes(ngx_http_request_t* r) {
    if (const auto* noted = find_owned<NotedSlashes>(r->pool)) {
        return noted->slashes;
    }
    return merges_slashes(r->http_connection->conf_ctx->srv_conf)
               ? Slashes::merge
               : Slashes::keep;
}

}  // namespace robots::nginx
