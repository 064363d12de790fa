// Logs a violation: as a line in the error log, and as an entry in the list of
// recent violations on the status page.

#pragma once

#include <string_view>

#include "module/conf/configuration.hpp"
#include "module/enforcement/request_context.hpp"
#include "module/ngx/ngx.hpp"
#include "policy/signature/web_bot_auth.hpp"

namespace robots::nginx {

// What the log line says about a request in addition to the verdict.
struct LoggedRequest {
    MainConf* conf;
    const LocConf* location;
    const Site* site;
    ngx_log_t* log;
    ngx_pool_t* pool;  // memory for the log line
    std::string_view uri;
    std::string_view host;
    std::string_view address;
    std::string_view request_id;
    signature::Result signature;
    std::string_view behind;  // end of the line, if `log` does not add it
};

// Returns the LoggedRequest of `r`. Its views and pointers are valid during the
// request. Throws std::bad_alloc.
LoggedRequest logged_request(ngx_http_request_t* r, const Site& site);

// Logs the violation in the error log and on the status page. The log line has
// the level robots_log_level, and nginx adds client, server and request to the
// line. If the crawler's violations exceed robots_log_rate, this violation is
// logged in neither place. The crawler's next log line reports the number of
// suppressed violations. Throws std::bad_alloc.
void log_violation(const LoggedRequest& request, const Verdict& verdict);
void log_violation(ngx_http_request_t* r, const RequestContext& context);

}  // namespace robots::nginx
