#include "module/conf/resolver_warning.hpp"

#include "module/conf/configuration.hpp"
#include "module/conf/locations.hpp"
#include "module/dns/lookup.hpp"
#include "policy/verdict/identity_need.hpp"

namespace robots::nginx {

namespace {

bool lacks_resolver(void** confs) {
    const auto* conf =
        static_cast<LocConf*>(confs[ngx_http_robots_module.ctx_index]);
    return conf->enforce == kEnforceOn && core_of(confs).internal == 0 &&
           !has_resolver(core_of(confs));
}

void warn(ngx_conf_t* cf, const Crawler& crawler, const Server& server,
          const Location& location) {
    ngx_str_t token = str(crawler.token);
    ngx_str_t name = location.name;
    ngx_str_t where{};
    if (name.len != 0) {
        where = print(cf->temp_pool, name.len + sizeof("location \"\" of "),
                      "location \"%V\" of ", &name);
    }
    ngx_log_error(NGX_LOG_WARN, cf->log, 0,
                  "%Vthe server in %s:%ui has no \"resolver\": impostors of "
                  "crawlers such as \"%V\" are not detected, though the policy "
                  "throttles or refuses them; add a \"resolver\"",
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
        each_served(cf, [&](Server& server) {
            const Location* location = first_place(server, lacks_resolver);
            if (location != nullptr) {
                warn(cf, *crawler, server, *location);
            }
            return location == nullptr;
        });
        return true;
    });
}

}  // namespace robots::nginx
