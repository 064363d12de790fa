#include "module/enforcement/redirects.hpp"

#include "module/conf/configuration.hpp"
#include "module/enforcement/fleet_wait.hpp"
#include "module/enforcement/late_verdict.hpp"
#include "module/enforcement/request_context.hpp"
#include "policy/verdict/receipt.hpp"

namespace robots::nginx {

void give_back_charges(ngx_http_request_t* r) noexcept {
    RequestContext* context = existing_context(r);
    if (context == nullptr) {
        return;
    }
    if (context->late_verdict != nullptr) {
        context->late_verdict->give_back();
    } else if (context->receipt.size > 0) {
        ngx_log_debug0(NGX_LOG_DEBUG_HTTP, r->connection->log, 0,
                       "robots: the request's charge is given back");
        MainConf& conf = main_conf(r);
        if (context->fleet_wait != nullptr) {
            context->fleet_wait->give_back(context->receipt);
        } else {
            give_back(context->receipt, conf.zone.budgets(), conf.zone.now());
        }
    }
}

}  // namespace robots::nginx
