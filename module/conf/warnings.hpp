// The warnings of nginx -t about what nginx.conf says beside the policy, and
// its errors that only all of nginx.conf shows. For postconfiguration, when the
// trees of locations are built.

#pragma once

#include "module/ngx/ngx.hpp"
#include "status/model/model.hpp"

namespace robots::nginx {

struct MainConf;

// Warns of server names that the policy has no site for; of a server that, as
// the default server of its address, answers all hosts that the policy does not
// name; of sites for https whose servers all listen without TLS; and of a
// location or a file /robots.txt that "robots on" hides.
void warn_about_servers(ngx_conf_t* cf) noexcept;

// False after an error: a server that judges requests lacks the location that
// one of its "robots_refusal" names.
bool check_refusal_locations(ngx_conf_t* cf) noexcept;

// Warns of the first location that has no "resolver", though the policy
// throttles or refuses senders that only reverse names can show; whose
// error_log does not show violations; or whose "return" answers before the
// policy is enforced.
void warn_about_locations(ngx_conf_t* cf) noexcept;

// Warns if the status has no room for as many crawlers as a site of the policy
// sees. Once the zone is open.
void warn_of_small_zone(ngx_conf_t* cf, MainConf& main) noexcept;

// Whether some or all of the places with "robots on" have "robots_enforce
// log"; those with "pass" do not count.
status::model::LogOnly log_only(ngx_conf_t* cf);

}  // namespace robots::nginx
