#include "module/conf/hidden_robots_txt.hpp"

#include "module/conf/configuration.hpp"
#include "module/conf/locations.hpp"
#include "module/conf/names_without_site.hpp"

namespace robots::nginx {

namespace {

constexpr std::string_view kPath = "/robots.txt";

// The walk of ngx_http_core_find_static_location() for kPath, without a
// request.
bool has_exact_location(ngx_http_location_tree_node_t* node) {
    std::string_view path = kPath;

    while (node) {
        std::size_t n = ngx_min(path.size(), static_cast<size_t>(node->len));
        ngx_int_t rc = ngx_filename_cmp(str(path).data, node->name, n);

        if (rc != 0) {
            node = rc < 0 ? node->left : node->right;

        } else if (path.size() == node->len) {
            return node->exact != nullptr;

        } else if (path.size() < node->len) {
            node = node->left;

        } else if (node->inclusive) {
            path.remove_prefix(n);
            node = node->tree;

        } else {
            node = node->right;
        }
    }

    return false;
}

// Whether the server's own root holds the file; `name` is then its name.
bool has_file(ngx_pool_t* pool, const Location* clcf, ngx_str_t& name) {
    if (clcf->root_lengths) {
        return false;
    }

    name = print(pool, clcf->root.len + kPath.size() + 1, "%V/robots.txt%Z",
                 &clcf->root);
    ngx_file_info_t info;
    return ngx_file_info(name.data, &info) != NGX_FILE_ERROR &&
           ngx_is_file(&info);
}

void check(ngx_conf_t* cf, const Server& server) {
    const Location* clcf = &core_of(server.ctx->loc_conf);

    if (has_exact_location(clcf->static_locations)) {
        ngx_log_error(
            NGX_LOG_WARN, cf->log, 0,
            "\"location = /robots.txt\" has no effect in the server "
            "in %s:%ui: \"robots on\" answers first; remove one of the "
            "two",
            server.file_name, server.line);
    }

    ngx_str_t file;
    if (has_file(cf->temp_pool, clcf, file)) {
        ngx_log_error(NGX_LOG_WARN, cf->log, 0,
                      "\"%s\" is not served by the server in %s:%ui: \"robots "
                      "on\" answers first; name the file as \"robots_txt\" in "
                      "the policy, or remove it",
                      file.data, server.file_name, server.line);
    }
}

}  // namespace

void warn_of_hidden_robots_txt(ngx_conf_t* cf) noexcept {
    guarded<bool>(cf->log, false, [&] {
        const auto& main = *static_cast<const MainConf*>(
            ngx_http_conf_get_module_main_conf(cf, ngx_http_robots_module));
        each_served(cf, [cf, &main](Server& server) {
            if (publishes_all(*main.policy, server)) {
                check(cf, server);
            }
            return true;
        });
        return true;
    });
}

}  // namespace robots::nginx
