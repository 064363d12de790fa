#include "module/conf/signature_directives.hpp"

#include "module/conf/configuration.hpp"

namespace robots::nginx {

char* set_robots_signature_rate(ngx_conf_t* cf, ngx_command_t*,
                                void* conf) noexcept {
    auto& signatures = static_cast<MainConf*>(conf)->signatures;
    auto* value = static_cast<ngx_str_t*>(cf->args->elts);

    if (signatures.rate != NGX_CONF_UNSET_UINT) {
        return conf_error("is duplicate");
    }
    const ngx_int_t rate = ngx_atoi(value[1].data, value[1].len);
    if (rate == NGX_ERROR || rate > ngx_int_t{SignatureConf::kMaxRate}) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "invalid rate \"%V\"; write how many signatures a "
                           "worker may verify in a second, from 0 to %ui",
                           &value[1], SignatureConf::kMaxRate);
        return conf_error();
    }
    signatures.rate = static_cast<ngx_uint_t>(rate);
    return NGX_CONF_OK;
}

char* set_robots_signature_test_keys(ngx_conf_t* cf, ngx_command_t* cmd,
                                     void* conf) noexcept {
    // nginx's own handler wants a field of plain data.
    ngx_command_t flag = *cmd;
    flag.offset = offsetof(SignatureConf, test_keys);
    return ngx_conf_set_flag_slot(cf, &flag,
                                  &static_cast<MainConf*>(conf)->signatures);
}

}  // namespace robots::nginx
