// The directive "robots_policy_last_good": a copy of the last policy that was
// loaded, for a start or a reload whose policy does not load.

#ifndef ROBOTS_MODULE_CONF_LAST_GOOD_HPP
#define ROBOTS_MODULE_CONF_LAST_GOOD_HPP

#include "module/ngx/ngx.hpp"
#include "policy/loader/build/load.hpp"

namespace robots::nginx {

struct MainConf;

// robots_policy_last_good DIR. Comes before robots_policy, which is loaded at
// once.
char* set_robots_policy_last_good(ngx_conf_t* cf, ngx_command_t* cmd,
                                  void* conf) noexcept;

// Loads the copy of `conf`'s policy, which does not load itself, and logs an
// alert. No policy if there is no copy that can be used, which is logged, too,
// or for "nginx -t", which is asked about the files.
Loaded load_last_good(ngx_conf_t* cf, const MainConf& conf);

// Writes a copy of the policy that is put to use, if there is a folder and it
// is not there yet. One that cannot be written is a warning.
void keep_last_good(ngx_cycle_t* cycle, MainConf& conf) noexcept;

}  // namespace robots::nginx

#endif
