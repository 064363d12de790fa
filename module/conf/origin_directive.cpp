#include "module/conf/origin_directive.hpp"

#include "module/conf/configuration.hpp"
#include "policy/site/stated_origin.hpp"

namespace robots::nginx {

namespace {

// Of a value with variables, whose names have neither ":" nor "/".
bool lacks_slashes(std::string_view value) {
    return value.find_first_of(":/") != std::string_view::npos &&
           value.find("://") == std::string_view::npos;
}

}  // namespace

char* set_robots_origin(ngx_conf_t* cf, ngx_command_t* cmd,
                        void* conf) noexcept {
    char* rc = ngx_http_set_complex_value_slot(cf, cmd, conf);
    auto& origin = static_cast<SrvConf*>(conf)->origin;
    if (rc != NGX_CONF_OK) {
        return rc;
    }
    if (origin.value->value.len == 0) {
        origin.value = nullptr;
        return NGX_CONF_OK;
    }
    return guarded<char*>(cf->log, conf_error(), [&]() -> char* {
        ngx_http_complex_value_t& value = *origin.value;
        if (value.lengths != nullptr && lacks_slashes(view(value.value))) {
            ngx_conf_log_error(NGX_LOG_WARN, cf, 0,
                               "origin \"%V\" lacks \"://\", so it is "
                               "ignored; expected \"scheme://host:port\" or "
                               "\"scheme://\"",
                               &value.value);
        }
        if (value.lengths != nullptr ||
            read_stated_origin(view(value.value)).kind ==
                StatedOrigin::Kind::stated) {
            return NGX_CONF_OK;
        }
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "invalid origin \"%V\", expected "
                           "\"scheme://host:port\" or \"scheme://\"",
                           &value.value);
        return conf_error();
    });
}

}  // namespace robots::nginx
