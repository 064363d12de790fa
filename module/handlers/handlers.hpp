// The handlers that nginx calls for a request, the directive "robots_status",
// and the variables.

#pragma once

#include <string_view>

#include "module/conf/configuration.hpp"
#include "module/ngx/ngx.hpp"
#include "status/format/json_writer.hpp"
#include "status/model/query.hpp"

namespace robots::nginx {

// The answer to /robots.txt.

// A handler in the POST_READ phase, so that no later phase can answer first,
// with a redirect or an error. Sends the site's robots.txt to GET and HEAD;
// answers 405 to other methods, 503 for a suspended site, 404 for a site
// without a robots.txt. For a host that no site claims, and for a site whose
// robots.txt the application publishes, returns NGX_DECLINED, so that nginx
// answers as it would without a policy.
ngx_int_t serve_robots_txt(ngx_http_request_t* r) noexcept;

// Calls `next`, the header filter after this one, for the main request `r`. If
// the response is an application's own robots.txt (`robots_txt: pass`), counts
// it, and records which crawler was served it.
ngx_int_t filter_passed(ngx_http_request_t* r, HeaderFilter next) noexcept;

// The variables $robots_site, $robots_verdict and so on.

// Declares the variables; called in preconfiguration.
ngx_int_t add_variables(ngx_conf_t* cf) noexcept;

// The directive "robots_status": crawler compliance as a page, as JSON and for
// Prometheus.

// robots_status [any]: makes a location answer with the status, for clients on
// the same machine or for any client.
char* set_robots_status(ngx_conf_t* cf, ngx_command_t* cmd,
                        void* conf) noexcept;

// Sets which clients may read the status in `location`. An "if" or
// "limit_except", which nginx stores as a location without a name, gets its
// parent's setting. Also copies the names of the server. False if memory is
// short.
bool inherit_status(ngx_conf_t* cf, const LocConf& parent, LocConf& location);

// Only clients on the same machine may read the status of a location without
// "robots_status any". A browser on this machine may read it, but a script of
// another site in that browser may not: neither from its own site, nor by a
// name of its site that now resolves to this machine (DNS rebinding).

// Copies the names of the current server into `conf`, its location, since nginx
// has these names only while it reads nginx.conf. False if memory is short.
bool keep_server_names(ngx_conf_t* cf, LocConf& conf);

// Returns the text of the 403 answer, which says why the client may not read
// the status; empty if the client may read it.
std::string_view status_refusal(ngx_http_request_t* r);

// Answers a question about the policy that an admin asks on the status page.

// Writes what would happen to the request in `question` if it came now and
// robots_enforce were "on", as members of an object. Reads the zone's budgets,
// fetches and identities, but changes nothing and does not ask DNS. Needs a
// policy. Throws std::bad_alloc.
void explain(ngx_http_request_t* r, const status::Question& question,
             status::JsonWriter& json);

}  // namespace robots::nginx
