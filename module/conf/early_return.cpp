#include "module/conf/early_return.hpp"

#include <algorithm>
#include <string>

#include "module/conf/configuration.hpp"
#include "module/conf/locations.hpp"
#include "policy/matching/target.hpp"
#include "policy/site/host.hpp"

namespace robots::nginx {

namespace {

// nginx may be built without it, so that it is found by its name.
const ngx_module_t* rewrite_module(const ngx_cycle_t& cycle) {
    for (ngx_module_t** each = cycle.modules; *each != nullptr; ++each) {
        if (std::string_view((*each)->name) == "ngx_http_rewrite_module") {
            return *each;
        }
    }
    return nullptr;
}

// The status that a location's "return" gives to every request; 0: none. The
// structure is the rewrite module's own; its codes come first in it.
ngx_uint_t returned_status(void** confs, const ngx_module_t& rewrite) {
    const auto* codes = *static_cast<ngx_array_t**>(confs[rewrite.ctx_index]);
    if (codes == nullptr || codes->nelts == 0) {
        return 0;
    }
    const auto* first =
        static_cast<const ngx_http_script_return_code_t*>(codes->elts);
    return first->code == ngx_http_script_return_code ? first->status : 0;
}

// Not a regular expression, nor a name that only nginx uses ("@name").
bool is_plain_path(const Location& location) {
#if (NGX_PCRE)
    if (location.regex != nullptr) {
        return false;
    }
#endif
    return location.name.len != 0 && location.name.data[0] == '/';
}

bool is_success(ngx_uint_t status) {
    return status >= NGX_HTTP_OK && status < NGX_HTTP_SPECIAL_RESPONSE;
}

bool disallows(const Robots& robots, std::string_view path) {
    const auto groups = robots.groups.all();
    return std::any_of(groups.begin(), groups.end(), [path](const auto& group) {
        const Rule* rule = group->rules.match(path);
        return rule != nullptr && !rule->allow &&
               group->enforcement->action_for(Violation::disallow) !=
                   Action::off;
    });
}

// Whether the site of one of the server's names disallows the path. Names
// with wildcards and regular expressions stand for hosts that are not known.
bool disallows(const Policy& policy, const Server& server,
               std::string_view path) {
    const auto* names =
        static_cast<const ngx_http_server_name_t*>(server.server_names.elts);
    for (ngx_uint_t i = 0; i < server.server_names.nelts; i++) {
        if (names[i].name.len == 0) {  // a server without "server_name"
            const Site* site = policy.default_site();
            if (site != nullptr && disallows(*site->robots, path)) {
                return true;
            }
            continue;
        }
        const auto host = canonical_host(view(names[i].name));
        if (!host) {
            continue;
        }
        for (const Scheme scheme : {Scheme::http, Scheme::https}) {
            const Site* site =
                policy.find({*host, default_port(scheme), scheme});
            if (site != nullptr && disallows(*site->robots, path)) {
                return true;
            }
        }
    }
    return false;
}

}  // namespace

void warn_of_early_return(ngx_conf_t* cf) noexcept {
    guarded<bool>(cf->log, false, [cf] {
        const auto& main = *static_cast<const MainConf*>(
            ngx_http_conf_get_module_main_conf(cf, ngx_http_robots_module));
        const ngx_module_t* rewrite = rewrite_module(*cf->cycle);
        if (rewrite == nullptr) {
            return true;
        }
        each_served(cf, [&](Server& server) {
            const auto returns = [&](void** confs) {
                const Location& location = core_of(confs);
                const std::string_view path = view(location.name);
                return is_plain_path(location) &&
                       is_success(returned_status(confs, *rewrite)) &&
                       disallows(*main.policy, server, normalise_target(path));
            };
            const Location* location = first_place(server, returns);
            if (location == nullptr) {
                return true;
            }
            ngx_log_error(
                NGX_LOG_WARN, cf->log, 0,
                "location \"%V\" of the server in %s:%ui is not judged: nginx "
                "runs its \"return\" before the policy is enforced; move the "
                "\"return\" into a named location and reach it by \"try_files "
                "/none @NAME\"",
                &location->name, server.file_name, server.line);
            return false;
        });
        return true;
    });
}

}  // namespace robots::nginx
