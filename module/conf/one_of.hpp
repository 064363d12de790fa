// The setter of a directive that takes one of several words.

#ifndef ROBOTS_MODULE_CONF_ONE_OF_HPP
#define ROBOTS_MODULE_CONF_ONE_OF_HPP

#include <array>

#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// ngx_conf_set_enum_slot, but its error names the values.
inline char* set_one_of(ngx_conf_t* cf, ngx_command_t* cmd,
                        void* conf) noexcept {
    auto* value = static_cast<ngx_str_t*>(cf->args->elts);
    std::array<u_char, 64> known{};
    u_char* end = known.data();
    for (auto* each = static_cast<ngx_conf_enum_t*>(cmd->post);
         each->name.len != 0; ++each) {
        if (ngx_strcasecmp(each->name.data, value[1].data) == 0) {
            return ngx_conf_set_enum_slot(cf, cmd, conf);
        }
        end = ngx_slprintf(end, known.data() + known.size(), "%s\"%V\"",
                           end == known.data() ? "" : ", ", &each->name);
    }
    ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                       "invalid value \"%V\" in \"%V\" directive; write one "
                       "of %*s",
                       &value[1], &cmd->name,
                       static_cast<std::size_t>(end - known.data()),
                       known.data());
    return conf_error();
}

}  // namespace robots::nginx

#endif
