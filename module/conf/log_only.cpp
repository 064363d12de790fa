#include "module/conf/log_only.hpp"

#include "module/conf/configuration.hpp"
#include "module/conf/locations.hpp"

namespace robots::nginx {

status::model::LogOnly log_only(ngx_conf_t* cf) {
    using status::model::LogOnly;
    bool logs = false;
    bool acts = false;
    each_served(cf, [&](Server& server) {
        const auto has = [&server](ngx_uint_t value) {
            return first_place(server, [value](void** confs) {
                       const auto* conf = static_cast<LocConf*>(
                           confs[ngx_http_robots_module.ctx_index]);
                       return conf->enforce == value;
                   }) != nullptr;
        };
        logs = logs || has(kEnforceLog);
        acts = acts || has(kEnforceOn);
        return true;
    });
    if (!logs) {
        return LogOnly::none;
    }
    return acts ? LogOnly::some : LogOnly::all;
}

}  // namespace robots::nginx
