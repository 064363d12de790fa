// The line that a violation leaves in the error log.

#ifndef ROBOTS_MODULE_ENFORCEMENT_VIOLATION_LOG_HPP
#define ROBOTS_MODULE_ENFORCEMENT_VIOLATION_LOG_HPP

#include "module/enforcement/request_context.hpp"

namespace robots::nginx {

// One line at robots_log_level; nginx adds client, server and request. Beyond
// the crawler's robots_log_rate, lines are suppressed, and the next line says
// how many. Throws std::bad_alloc.
void log_violation(ngx_http_request_t* r, const RequestContext& context);

}  // namespace robots::nginx

#endif
