#include "module/enforcement/resolver_warning.hpp"

#include <string_view>

#include "module/conf/configuration.hpp"
#include "module/enforcement/sender.hpp"
#include "policy/verdict/identity_need.hpp"

namespace robots::nginx {

namespace {

using Location = ngx_http_core_loc_conf_t;

const Location& core_of(void** confs) {
    return *static_cast<Location*>(confs[ngx_http_core_module.ctx_index]);
}

bool lacks_resolver(void** confs) {
    const auto* conf =
        static_cast<LocConf*>(confs[ngx_http_robots_module.ctx_index]);
    return conf->enforce == kEnforceOn && core_of(confs).internal == 0 &&
           !has_resolver(core_of(confs));
}

const Location* first_within(const Location& location);

// The location of these configurations, or the first one within it.
const Location* first_of(void** confs) {
    return lacks_resolver(confs) ? &core_of(confs)
                                 : first_within(core_of(confs));
}

const Location* first_of(const ngx_http_location_tree_node_t* node) {
    if (node == nullptr) {
        return nullptr;
    }
    for (const Location* each : {node->exact, node->inclusive}) {
        const Location* found =
            each != nullptr ? first_of(each->loc_conf) : nullptr;
        if (found != nullptr) {
            return found;
        }
    }
    for (const auto* next : {node->left, node->tree, node->right}) {
        if (const Location* found = first_of(next)) {
            return found;
        }
    }
    return nullptr;
}

const Location* first_within(const Location& location) {
#if (NGX_PCRE)
    for (Location* const* each = location.regex_locations;
         each != nullptr && *each != nullptr; ++each) {
        if (const Location* found = first_of((*each)->loc_conf)) {
            return found;
        }
    }
#endif
    return first_of(location.static_locations);
}

// Every request of a server with a "location /" comes to some location. That
// one begins all others, and stands leftmost in the tree.
bool has_root_location(const Location& server) {
    const ngx_http_location_tree_node_t* node = server.static_locations;
    while (node != nullptr && node->left != nullptr) {
        node = node->left;
    }
    if (node == nullptr || node->inclusive == nullptr) {
        return false;
    }
    // nginx allocates a node without its padding. Compared octet by octet,
    // length and name are read as one word, which is longer than the node.
    const auto* name = reinterpret_cast<const char*>(node->name);
    return std::string_view(name, node->len) == "/";
}

const Location* first_of(const ngx_http_core_srv_conf_t& server) {
    const auto* conf = static_cast<SrvConf*>(
        server.ctx->srv_conf[ngx_http_robots_module.ctx_index]);
    if (conf->robots == 0) {
        return nullptr;
    }
    void** confs = server.ctx->loc_conf;
    return has_root_location(core_of(confs)) ? first_within(core_of(confs))
                                             : first_of(confs);
}

void warn(ngx_conf_t* cf, const Crawler& crawler,
          const ngx_http_core_srv_conf_t& server, const Location& location) {
    ngx_str_t token = str(crawler.token);
    ngx_str_t name = location.name;
    ngx_str_t where{};
    if (name.len != 0) {
        where = print(cf->temp_pool, name.len + sizeof("location \"\" of "),
                      "location \"%V\" of ", &name);
    }
    ngx_log_error(NGX_LOG_WARN, cf->log, 0,
                  "%Vthe server in %s:%ui has no \"resolver\", and the policy "
                  "throttles or refuses impostors of crawlers such as \"%V\", "
                  "which only reverse names can detect: add a \"resolver\", or "
                  "nothing is done about such impostors",
                  &where, server.file_name, server.line, &token);
}

}  // namespace

void warn_of_missing_resolver(ngx_conf_t* cf) noexcept {
    guarded<bool>(cf->log, false, [cf] {
        const auto& main = *static_cast<const MainConf*>(
            ngx_http_conf_get_module_main_conf(cf, ngx_http_robots_module));
        const Crawler* crawler = shown_by_reverse_names(*main.policy);
        if (crawler == nullptr) {
            return true;
        }
        auto* core = static_cast<ngx_http_core_main_conf_t*>(
            ngx_http_conf_get_module_main_conf(cf, ngx_http_core_module));
        auto** servers =
            static_cast<ngx_http_core_srv_conf_t**>(core->servers.elts);
        for (ngx_uint_t i = 0; i < core->servers.nelts; i++) {
            if (const Location* location = first_of(*servers[i])) {
                warn(cf, *crawler, *servers[i], *location);
                return true;
            }
        }
        return true;
    });
}

}  // namespace robots::nginx
