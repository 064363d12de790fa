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

// Answers requests for /robots.txt. This handler is in the POST_READ phase, so
// that no other phase can answer first, for example with a redirect or an
// error. Sends the site's robots.txt to GET and HEAD. Answers 405 to other
// methods, 503 for a suspended site, and 404 for a site without a robots.txt.
// In two cases, returns NGX_DECLINED, so that nginx answers as without a
// policy: no site of the policy has the requested host, or the application
// publishes the site's robots.txt.
ngx_int_t serve_robots_txt(ngx_http_request_t* r) noexcept;

// Calls `next`, the next header filter, for the main request `r`. If the
// response is a robots.txt that the application publishes (`robots_txt: pass`),
// counts the response, and records which crawler was served this robots.txt.
ngx_int_t filter_passed(ngx_http_request_t* r, HeaderFilter next) noexcept;

// The variables $robots_site, $robots_verdict and so on.

// Declares the variables. Call this function in preconfiguration.
ngx_int_t add_variables(ngx_conf_t* cf) noexcept;

// The directive "robots_status" shows whether crawlers comply with the policy:
// as a page, as JSON and in the format of Prometheus.

// robots_status [any]: makes a location answer with the status. Without "any",
// the location answers only clients on the same machine.
char* set_robots_status(ngx_conf_t* cf, ngx_command_t* cmd,
                        void* conf) noexcept;

// Sets which clients may read the status in `location`. nginx stores an "if" or
// "limit_except" block as a location without a name; this location inherits the
// setting of `parent`. Also copies the names of the server into `location`.
// Returns false if memory is short.
bool inherit_status(ngx_conf_t* cf, const LocConf& parent, LocConf& location);

// Without "robots_status any", only clients on the same machine may read the
// status of a location. A browser on this machine may read the status. But a
// script of another web site in that browser must not read the status: neither
// from a page of that site, nor by a host name of that site that now resolves
// to this machine (DNS rebinding).

// Copies the names of the server that nginx is reading into `conf`, the
// configuration of a location of this server. nginx stores these names only
// while it reads nginx.conf. Returns false if memory is short.
bool keep_server_names(ngx_conf_t* cf, LocConf& conf);

// Returns the text of the 403 answer, which says why the client may not read
// the status; an empty text if the client may read the status.
std::string_view status_refusal(ngx_http_request_t* r);

// Answers a question about the policy that an admin asks on the status page.

// Writes to `json`, as members of an open object, what would happen to the
// request in `question` if this request came now and robots_enforce were "on".
// Reads the budgets, fetches and identities in the zone, but changes nothing
// and does not ask DNS. The configuration must have a policy. Throws
// std::bad_alloc.
void explain(ngx_http_request_t* r, const status::Question& question,
             status::JsonWriter& json);

}  // namespace robots::nginx
