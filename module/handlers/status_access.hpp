// Who may read the status of a location without "robots_status any": clients
// on the same machine. So may the browser there, but none of the pages in it:
// not by a name of their own that suddenly means this machine (DNS rebinding),
// nor from where they are.

#ifndef ROBOTS_MODULE_HANDLERS_STATUS_ACCESS_HPP
#define ROBOTS_MODULE_HANDLERS_STATUS_ACCESS_HPP

#include <string_view>

#include "module/conf/configuration.hpp"
#include "module/ngx/ngx.hpp"

namespace robots::nginx {

// Copies the names of the server whose location is merged: nginx has them only
// while it reads its configuration. False: there is no memory.
bool keep_server_names(ngx_conf_t* cf, LocConf& conf);

// Why the request gets 403, as its answer; empty: it may read the status.
std::string_view status_refusal(ngx_http_request_t* r);

}  // namespace robots::nginx

#endif
