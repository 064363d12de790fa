#include "module/conf/location_directives.hpp"

#include "module/conf/configuration.hpp"
#include "module/conf/one_of.hpp"
#include "policy/state/log_quota.hpp"

namespace robots::nginx {

char* set_robots_enforce(ngx_conf_t* cf, ngx_command_t* cmd,
                         void* conf) noexcept {
    auto* value = static_cast<ngx_str_t*>(cf->args->elts);
    const std::string_view word = view(value[1]);
    if (word == "throttle" || word == "reject") {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "\"%V\" belongs into the policy, as in "
                           "\"enforce: %V\"; here write on, log or off",
                           &value[1], &value[1]);
        return conf_error();
    }
    return set_one_of(cf, cmd, conf);
}

char* set_robots_log_rate(ngx_conf_t* cf, ngx_command_t*, void* conf) noexcept {
    constexpr std::string_view kUnit = "r/s";
    auto& location = *static_cast<LocConf*>(conf);
    auto* value = static_cast<ngx_str_t*>(cf->args->elts);

    if (location.log_rate != NGX_CONF_UNSET_UINT) {
        return conf_error("is duplicate");
    }
    std::string_view text = view(value[1]);
    if (text == "off") {
        location.log_rate = LogQuota::kUnlimited;
        return NGX_CONF_OK;
    }
    ngx_int_t rate = NGX_ERROR;
    if (text.size() > kUnit.size() &&
        text.substr(text.size() - kUnit.size()) == kUnit) {
        rate = ngx_atoi(value[1].data, text.size() - kUnit.size());
    }
    if (rate < 1 || rate >= ngx_int_t{LogQuota::kUnlimited}) {
        ngx_conf_log_error(
            NGX_LOG_EMERG, cf, 0,
            "invalid rate \"%V\"; write a rate such as 10r/s, or off",
            &value[1]);
        return conf_error();
    }
    location.log_rate = static_cast<ngx_uint_t>(rate);
    return NGX_CONF_OK;
}

}  // namespace robots::nginx
