// Warnings of nginx -t about nginx.conf, and errors that can only be found when
// all of nginx.conf has been read. Call these functions in postconfiguration,
// when nginx has built the trees of locations.

#pragma once

#include "module/conf/locations.hpp"
#include "module/ngx/ngx.hpp"
#include "status/model/model.hpp"

namespace robots::nginx {

struct MainConf;

// Warns of server names for which the policy has no site at any address that
// their servers listen on; of a server that, as
// the default server of its address, answers all hosts that the policy does not
// name; of sites for https whose servers all listen without TLS; and of a
// location or a file /robots.txt that "robots on" hides.
void warn_about_servers(ngx_conf_t* cf) noexcept;

// Warns of a location and a file /robots.txt of a server on whose hosts the
// policy publishes robots.txt.
void warn_of_hidden_robots_txt(ngx_conf_t* cf, const Server& server);

// Logs an error and returns false if a server with "robots on" does not have
// the location that one of its "robots_refusal" names.
bool check_refusal_locations(ngx_conf_t* cf) noexcept;

// Warns of the first location that has no "resolver", though the policy
// throttles or refuses senders that only reverse names can identify; of the
// first server whose error_log does not show violations; and of the first
// location that answers with 2xx by "return", although the policy disallows its
// path: nginx runs "return" before the policy is enforced.
void warn_about_locations(ngx_conf_t* cf) noexcept;

// Warns if the zone has room for the counts of fewer crawlers than usually come
// to a site (64), or for fewer than a site of the policy has groups. Call it
// when the zone is open.
void warn_of_small_zone(ngx_conf_t* cf, MainConf& main) noexcept;

// Whether none, some or all of the locations with "robots on" have
// "robots_enforce log". Locations with "off" do not count.
status::model::LogOnly log_only(ngx_conf_t* cf);

}  // namespace robots::nginx
