// What a violation leaves: a line in the error log, and an entry among the
// last violations of the status.

#ifndef ROBOTS_MODULE_ENFORCEMENT_VIOLATION_LOG_HPP
#define ROBOTS_MODULE_ENFORCEMENT_VIOLATION_LOG_HPP

#include "module/enforcement/request_context.hpp"

namespace robots::nginx {

// One of each; the line at robots_log_level, and nginx adds client, server and
// request. Beyond the crawler's robots_log_rate, both are suppressed, and the
// next line says how many. Throws std::bad_alloc.
void log_violation(ngx_http_request_t* r, const RequestContext& context);

}  // namespace robots::nginx

#endif
