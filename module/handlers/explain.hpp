// The policy's answer to a question that an admin asks on the status page.

#ifndef ROBOTS_MODULE_HANDLERS_EXPLAIN_HPP
#define ROBOTS_MODULE_HANDLERS_EXPLAIN_HPP

#include "module/ngx/ngx.hpp"
#include "status/model/explanation.hpp"
#include "status/model/model.hpp"

namespace robots::nginx {

// What would happen to the request in `question` if it came now and
// robots_enforce were "on". Reads the zone's budgets, fetches and identities,
// writes nothing and does not ask DNS. Needs a policy; leaves `server` to the
// caller. Throws std::bad_alloc.
status::model::Explanation explain(ngx_http_request_t* r,
                                   const status::model::Question& question);

}  // namespace robots::nginx

#endif
