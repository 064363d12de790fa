#include "module/conf/locations.hpp"

#include <string_view>

#include "module/conf/configuration.hpp"

namespace robots::nginx {

namespace {

const Location* first_within(const Location& location, const HoldsAt& holds);

// Returns the location with the configurations `confs` if `holds` is true for
// this location. Otherwise returns the first location inside it for which
// `holds` is true; nullptr if there is none.
const Location* first_of(void** confs, const HoldsAt& holds) {
    return holds(confs) ? &core_of(confs) : first_within(core_of(confs), holds);
}

const Location* first_of(const ngx_http_location_tree_node_t* node,
                         const HoldsAt& holds) {
    if (node == nullptr) {
        return nullptr;
    }
    for (const auto* listed : {node->exact, node->inclusive}) {
        const Location* each = configuration_of(listed);
        const Location* found =
            each != nullptr ? first_of(each->loc_conf, holds) : nullptr;
        if (found != nullptr) {
            return found;
        }
    }
    for (const auto* next : {node->left, node->tree, node->right}) {
        if (const Location* found = first_of(next, holds)) {
            return found;
        }
    }
    return nullptr;
}

const Location* first_within(const Location& location, const HoldsAt& holds) {
#if (NGX_PCRE)
    for (auto* const* each = location.regex_locations;
         each != nullptr && *each != nullptr; ++each) {
        if (const Location* found =
                first_of(configuration_of(*each)->loc_conf, holds)) {
            return found;
        }
    }
#endif
    return first_of(location.static_locations, holds);
}

// Whether the server has a "location /". If so, each request matches a
// location. "/" is a prefix of the names of all other locations, so the node of
// "/" is the leftmost node of the tree.
bool has_root_location(const Location& server) {
    const ngx_http_location_tree_node_t* node = server.static_locations;
    while (node != nullptr && node->left != nullptr) {
        node = node->left;
    }
    if (node == nullptr || node->inclusive == nullptr) {
        return false;
    }
    // nginx allocates a node without its padding. If this code compared single
    // octets, the compiler could read the length and the name as one word,
    // beyond the end of the node.
    const auto* name = reinterpret_cast<const char*>(node->name);
    return std::string_view(name, node->len) == "/";
}

}  // namespace

Location& core_of(void** confs) {
    return *static_cast<Location*>(confs[ngx_http_core_module.ctx_index]);
}

const SrvConf& robots_of(const Server& server) {
    return *static_cast<const SrvConf*>(
        server.ctx->srv_conf[ngx_http_robots_module.ctx_index]);
}

const LocConf& robots_of(void** confs) {
    return *static_cast<const LocConf*>(
        confs[ngx_http_robots_module.ctx_index]);
}

void each_served(ngx_conf_t* cf, const std::function<void(Server&)>& visit) {
    auto* core = static_cast<ngx_http_core_main_conf_t*>(
        ngx_http_conf_get_module_main_conf(cf, ngx_http_core_module));
    auto** servers = static_cast<Server**>(core->servers.elts);
    for (ngx_uint_t i = 0; i < core->servers.nelts; i++) {
        if (robots_of(*servers[i]).robots != 0) {
            visit(*servers[i]);
        }
    }
}

const Server* first_served(ngx_conf_t* cf,
                           const std::function<bool(const Server&)>& holds) {
    const Server* first = nullptr;
    each_served(cf, [&](const Server& server) {
        if (first == nullptr && holds(server)) {
            first = &server;
        }
    });
    return first;
}

const Location* first_place(const Server& server, const HoldsAt& holds) {
    void** confs = server.ctx->loc_conf;
    return has_root_location(core_of(confs))
               ? first_within(core_of(confs), holds)
               : first_of(confs, holds);
}

}  // namespace robots::nginx
