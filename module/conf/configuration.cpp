#include "module/conf/configuration.hpp"

namespace robots::nginx {

namespace {

bool is_loaded(const ngx_cycle_t* cycle) {
    if (cycle->modules == nullptr) {
        return false;
    }
    for (ngx_module_t** module = cycle->modules; *module; module++) {
        if (*module == &ngx_http_robots_module) {
            return true;
        }
    }
    return false;
}

}  // namespace

MainConf* main_conf(const ngx_cycle_t* cycle) {
    return cycle->conf_ctx[ngx_http_module.index] == nullptr
               ? nullptr
               : static_cast<MainConf*>(ngx_http_cycle_get_module_main_conf(
                     cycle, ngx_http_robots_module));
}

MainConf* previous_main_conf(const ngx_cycle_t* cycle) {
    const ngx_cycle_t* previous = cycle->old_cycle;
    return previous == nullptr || ngx_is_init_cycle(previous) ||
                   !is_loaded(previous)
               ? nullptr
               : main_conf(previous);
}

ngx_str_t request_id(ngx_http_request_t* r) {
    const ngx_int_t index = main_conf(r).request_id;
    if (index == NGX_ERROR) {
        return {};
    }
    const ngx_http_variable_value_t* value =
        ngx_http_get_indexed_variable(r, static_cast<ngx_uint_t>(index));
    return value != nullptr && !value->not_found
               ? ngx_str_t{value->len, value->data}
               : ngx_str_t{};
}

}  // namespace robots::nginx
