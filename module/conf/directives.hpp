// Handlers of the directives, except robots_status (see handlers/).

#pragma once

#include "module/conf/configuration.hpp"
#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// Handles a directive that takes one of the words of the table in cmd->post. It
// does the same as ngx_conf_set_enum_slot, but its error lists the words.
char* set_one_of(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;

// robots_enforce on | log | off; the table in cmd->post has these words.
char* set_robots_enforce(ngx_conf_t* cf, ngx_command_t* cmd,
                         void* conf) noexcept;

// robots_refusal @NAME | off: the location that answers refused requests.
char* set_robots_refusal(ngx_conf_t* cf, ngx_command_t* cmd,
                         void* conf) noexcept;

// robots_log_rate RATE | off: limits the log lines per crawler (10r/s, 30r/m).
char* set_robots_log_rate(ngx_conf_t* cf, ngx_command_t* cmd,
                          void* conf) noexcept;

// robots_origin VALUE: the origin that the client asked for; the value may have
// variables. An empty value cancels the value of the "http" block, so that no
// origin is stated. A value without variables must be an origin.
char* set_robots_origin(ngx_conf_t* cf, ngx_command_t* cmd,
                        void* conf) noexcept;

// robots_zone SIZE: how much memory all workers share.
char* set_robots_zone(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;

// robots_signature_rate RATE | off: how many signatures a worker may verify.
char* set_robots_signature_rate(ngx_conf_t* cf, ngx_command_t* cmd,
                                void* conf) noexcept;

// The directive "robots_policy_last_good": a copy of the last policy that was
// loaded, used when the policy does not load at a start or a reload.

// robots_policy_last_good DIR. It must come before robots_policy, which loads
// the policy at once.
char* set_robots_policy_last_good(ngx_conf_t* cf, ngx_command_t* cmd,
                                  void* conf) noexcept;

// Writes a copy of the new policy, if "robots_policy_last_good" names a folder
// and this folder does not have that copy yet. If the copy cannot be written,
// logs a warning.
void keep_last_good(ngx_cycle_t* cycle, MainConf& conf) noexcept;

// robots_policy FILE [name=value ...]: loads the policy into the main
// configuration. Each error is a log line that starts with "file:line:col".
char* set_robots_policy(ngx_conf_t* cf, ngx_command_t* cmd,
                        void* conf) noexcept;

// robots_policy_root DIR: the policy's files must be below one of the folders
// that these directives name. They must come before robots_policy, which loads
// the policy at once.
char* set_robots_policy_root(ngx_conf_t* cf, ngx_command_t* cmd,
                             void* conf) noexcept;

// robots_fleet: the servers that store the budgets of several nginx.

char* set_robots_fleet(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;

// For a new worker: connects to the fleet's servers, if there are any. Throws
// std::bad_alloc.
void join_fleet(MainConf& conf);

// For an exiting worker: disconnects. Requests that wait for an answer of the
// fleet go on without it.
void leave_fleet(MainConf& conf) noexcept;

}  // namespace robots::nginx
