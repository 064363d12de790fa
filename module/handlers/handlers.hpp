// What nginx calls for a request, and the directive and the variables of that.

#pragma once

#include <string_view>

#include "module/conf/configuration.hpp"
#include "module/ngx/ngx.hpp"
#include "status/format/json_writer.hpp"
#include "status/model/query.hpp"

namespace robots::nginx {

// Answers /robots.txt, and counts the answers that an application gives.

// POST_READ: before rewrite, access and content phases can make a redirect or
// an error of it. GET and HEAD; 405 for other methods, 503 for a suspended
// site, 404 for one without a robots.txt. NGX_DECLINED, for nginx to answer as
// it would without a policy: a host that no site claims, and a site whose
// robots.txt the application publishes.
ngx_int_t serve_robots_txt(ngx_http_request_t* r) noexcept;

// Calls `next`, the header filter after this one, for the main request `r`. If
// the response is an application's own robots.txt (`robots_txt: pass`),
// counts it, and takes down which crawler was served it.
ngx_int_t filter_passed(ngx_http_request_t* r, HeaderFilter next) noexcept;

// The variables $robots_site, $robots_verdict and so on.

// Declares the variables; preconfiguration.
ngx_int_t add_variables(ngx_conf_t* cf) noexcept;

// The directive "robots_status": crawler compliance as a page, as JSON and for
// Prometheus.

// robots_status [any]: makes a location answer with the status, to clients on
// the same machine or to any.
char* set_robots_status(ngx_conf_t* cf, ngx_command_t* cmd,
                        void* conf) noexcept;

// Gives `location` what its parent has, if it is an "if" or a "limit_except"
// there, which nginx keeps as locations without a name; and the names of its
// server. False: there is no memory.
bool inherit_status(ngx_conf_t* cf, const LocConf& parent, LocConf& location);

// Who may read the status of a location without "robots_status any": clients on
// the same machine. A browser there may, but no script of another page in it:
// neither from its own site, nor by a name of that site that now means this
// machine (DNS rebinding).

// Copies the names of the server whose location is merged: nginx has them only
// while it reads its configuration. False: there is no memory.
bool keep_server_names(ngx_conf_t* cf, LocConf& conf);

// Why the request gets 403, as its answer; empty: it may read the status.
std::string_view status_refusal(ngx_http_request_t* r);

// The policy's answer to a question that an admin asks on the status page.

// What would happen to the request in `question` if it came now and
// robots_enforce were "on", as members of an object. Reads the zone's budgets,
// fetches and identities, changes nothing and does not ask DNS. Needs a policy.
// Throws std::bad_alloc.
void explain(ngx_http_request_t* r, const status::Question& question,
             status::JsonWriter& json);

}  // namespace robots::nginx
