// Warnings about nginx.conf, and errors that can be found only when nginx has
// read all of nginx.conf. Call these functions in postconfiguration, when nginx
// has built its trees of locations.

#pragma once

#include "module/conf/locations.hpp"
#include "module/ngx/ngx.hpp"
#include "status/model/model.hpp"

namespace robots::nginx {

struct MainConf;

// Logs a warning about each of these:
// - server names for which the policy has no site at any address on which their
//   servers listen;
// - the default server of an address, if it serves a site of the policy: this
//   server answers, without the policy, requests for hosts without a site;
// - sites for https, if all their servers listen without TLS;
// - a location or a file /robots.txt that "robots on" hides.
void warn_about_servers(ngx_conf_t* cf) noexcept;

// Logs a warning if `server` has a location or a file /robots.txt. Call this
// function if the policy publishes the robots.txt of all hosts of `server`, so
// that nginx never uses this location or file.
void warn_of_hidden_robots_txt(ngx_conf_t* cf, const Server& server);

// Logs an error and returns false if a "robots_refusal" of a server with
// "robots on" refers to a location that this server does not have.
bool check_refusal_locations(ngx_conf_t* cf) noexcept;

// Logs a warning about each of these:
// - the first location without a "resolver", if the policy throttles or refuses
//   senders that only reverse DNS names can identify;
// - the first server with an error_log that does not show violations;
// - the first location that answers 2xx by "return" although the policy
//   disallows its path. nginx runs "return" before the policy is enforced.
void warn_about_locations(ngx_conf_t* cf) noexcept;

// Logs a warning if the zone has room for the counts of too few crawlers. The
// zone should have room for 64 crawlers, the usual number on a site, and for
// one crawler per group of the site with the most groups. Call this function
// when the zone is open.
void warn_of_small_zone(ngx_conf_t* cf, MainConf& main) noexcept;

// Returns whether none, some or all of the locations with "robots on" have
// "robots_enforce log". Locations with "robots_enforce off" do not count.
status::model::LogOnly log_only(ngx_conf_t* cf);

}  // namespace robots::nginx
