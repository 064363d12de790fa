// Handlers of this module's directives in nginx.conf. The handler of
// robots_status is in module/handlers/.

#pragma once

#include "module/conf/configuration.hpp"
#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// Handles a directive that takes one of the words in the table cmd->post. Works
// like ngx_conf_set_enum_slot(), but the error message lists the words.
char* set_one_of(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;

// robots_enforce on | log | off. The table cmd->post has these words.
char* set_robots_enforce(ngx_conf_t* cf, ngx_command_t* cmd,
                         void* conf) noexcept;

// robots_refusal @NAME | off: the location that answers refused requests.
char* set_robots_refusal(ngx_conf_t* cf, ngx_command_t* cmd,
                         void* conf) noexcept;

// robots_log_rate RATE | off: limits the log lines per crawler (10r/s, 30r/m).
char* set_robots_log_rate(ngx_conf_t* cf, ngx_command_t* cmd,
                          void* conf) noexcept;

// robots_origin VALUE: the origin (scheme, host, port) that the client asked
// for. The value may have variables. A value without variables must be an
// origin or empty. An empty value in a server cancels the value of the "http"
// block.
char* set_robots_origin(ngx_conf_t* cf, ngx_command_t* cmd,
                        void* conf) noexcept;

// robots_zone SIZE: the size of the memory that all workers share.
char* set_robots_zone(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;

// robots_signature_rate RATE | off: the maximum number of signatures that a
// worker verifies per second.
char* set_robots_signature_rate(ngx_conf_t* cf, ngx_command_t* cmd,
                                void* conf) noexcept;

// The directive "robots_policy_last_good" sets a folder for a copy of the last
// policy that loaded. If the policy does not load at a start or a reload, nginx
// uses the running policy or, if that is not possible, this copy.

// robots_policy_last_good DIR. This directive must come before robots_policy,
// because nginx loads the policy when it reads robots_policy.
char* set_robots_policy_last_good(ngx_conf_t* cf, ngx_command_t* cmd,
                                  void* conf) noexcept;

// Writes a copy of the new policy to the folder of "robots_policy_last_good",
// if this directive is used and the folder does not have the copy yet. Logs a
// warning if the copy cannot be written.
void keep_last_good(ngx_cycle_t* cycle, MainConf& conf) noexcept;

// robots_policy FILE [name=value ...]: loads the policy into the main
// configuration. Each error is a log line that starts with "file:line:col".
char* set_robots_policy(ngx_conf_t* cf, ngx_command_t* cmd,
                        void* conf) noexcept;

// robots_policy_root DIR: each file of the policy must be below DIR or below
// the folder of another robots_policy_root. These directives must come before
// robots_policy, because nginx loads the policy when it reads robots_policy.
char* set_robots_policy_root(ngx_conf_t* cf, ngx_command_t* cmd,
                             void* conf) noexcept;

// robots_fleet: the URLs of the Valkey or Redis server on which a fleet
// (several nginx) shares the budgets of crawlers.

char* set_robots_fleet(ngx_conf_t* cf, ngx_command_t* cmd, void* conf) noexcept;

// Call this function in a new worker. Connects to the fleet's server if
// nginx.conf has "robots_fleet". Throws std::bad_alloc.
void join_fleet(MainConf& conf);

// Call this function in an exiting worker. Disconnects from the fleet's server.
// Requests that wait for an answer of the server continue without the answer.
void leave_fleet(MainConf& conf) noexcept;

}  // namespace robots::nginx
