// A module that is only the check of structures: quickly built for many nginx.

#include "module/conf/nginx_layout.hpp"

namespace {

ngx_http_module_t context = {
    robots::nginx::check_layout,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
    nullptr,
};

}  // namespace

extern "C" {
ngx_module_t ngx_http_layout_probe_module = {
    NGX_MODULE_V1, &context, nullptr, NGX_HTTP_MODULE,
    nullptr,       nullptr,  nullptr, nullptr,
    nullptr,       nullptr,  nullptr, NGX_MODULE_V1_PADDING,
};
}
