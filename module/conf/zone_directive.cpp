#include "module/conf/zone_directive.hpp"

#include "module/conf/configuration.hpp"

namespace robots::nginx {

char* set_robots_zone(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept {
    auto& main = *static_cast<MainConf*>(conf);
    auto* value = static_cast<ngx_str_t*>(cf->args->elts);

    if (main.zone_size != 0) {
        return conf_error("is duplicate");
    }
    ssize_t size = ngx_parse_size(&value[1]);
    if (size == NGX_ERROR) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "invalid zone size \"%V\"; write a size such as 4m",
                           &value[1]);
        return conf_error();
    }
    if (size < static_cast<ssize_t>(Zone::min_size())) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "zone size \"%V\" is too small; write at least "
                           "%uzk",
                           &value[1], Zone::min_size() / 1024);
        return conf_error();
    }
    main.zone_size = static_cast<std::size_t>(size);
    return NGX_CONF_OK;
}

}  // namespace robots::nginx
