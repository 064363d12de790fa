#include <algorithm>
#include <string_view>

#include "module/conf/configuration.hpp"
#include "module/conf/locations.hpp"
#include "module/conf/warnings.hpp"

namespace robots::nginx {

namespace {

constexpr std::string_view kPath = "/robots.txt";

// Whether the tree has an exact location for kPath. Works like
// ngx_http_core_find_static_location(), but without a request.
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

// Whether the "root" of the server contains a file /robots.txt. If so, sets
// `name` to the path of the file, and `info` to its file information.
bool has_file(ngx_pool_t* pool, const Location* clcf, ngx_str_t& name,
              ngx_file_info_t& info) {
    if (clcf->root_lengths) {
        return false;
    }

    name = print(pool, clcf->root.len + kPath.size() + 1, "%V/robots.txt%Z",
                 &clcf->root);
    return ngx_file_info(name.data, &info) != NGX_FILE_ERROR &&
           ngx_is_file(&info);
}

// Whether the policy was loaded from the file with the information `info`, for
// example because the file is the "robots_txt" of a site.
bool is_of_policy(const MainConf& conf, const ngx_file_info_t& info) {
    const auto& inputs = conf.inputs.all();
    return std::any_of(inputs.begin(), inputs.end(), [&](const auto& input) {
        return input.stamp.device == info.st_dev &&
               input.stamp.inode == info.st_ino;
    });
}

}  // namespace

void warn_of_hidden_robots_txt(ngx_conf_t* cf, const Server& server) {
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
    ngx_file_info_t info;
    if (has_file(cf->temp_pool, clcf, file, info) &&
        !is_of_policy(main_conf(cf), info)) {
        ngx_log_error(NGX_LOG_WARN, cf->log, 0,
                      "\"%s\" is not served by the server in %s:%ui: \"robots "
                      "on\" answers first; move the file to the policy, which "
                      "can name it as \"robots_txt\", or remove it",
                      file.data, server.file_name, server.line);
    }
}

}  // namespace robots::nginx
