#include "module/enforcement/waits.hpp"

#include <utility>

#include "module/conf/configuration.hpp"
#include "module/enforcement/delay.hpp"
#include "module/enforcement/fleet_wait.hpp"
#include "module/enforcement/late_verdict.hpp"
#include "module/enforcement/request_context.hpp"
#include "policy/verdict/charge.hpp"

namespace robots::nginx {

namespace {

void give_up(ngx_http_request_t* r, RequestContext& context, Stage wait) {
    ngx_log_debug0(NGX_LOG_DEBUG_HTTP, r->connection->log, 0,
                   "robots: the request ends while it waits");
    switch (wait) {
        case Stage::waiting_for_sender:
            context.sender_wait->leave();
            break;
        case Stage::waiting_for_fleet:
            context.fleet_wait->abandon();
            break;
        case Stage::delayed:
            give_back_charges(r);
            break;
        case Stage::fresh:
        case Stage::done:
            break;
    }
}

// The cleanup handler of a waiting request. nginx calls this handler when the
// request ends.
void end_request(void* data) noexcept {
    auto* r = static_cast<ngx_http_request_t*>(data);
    RequestContext* context = find_context(r);
    if (context != nullptr && context->stage != Stage::done) {
        give_up(r, *context, std::exchange(context->stage, Stage::done));
    }
}

}  // namespace

void begin_wait(ngx_http_request_t* r, RequestContext& context, Stage wait) {
    context.stage = wait;
    if (context.has_end) {
        return;
    }
    if (ngx_http_cleanup_t* cleanup = ngx_http_cleanup_add(r, 0)) {
        cleanup->handler = end_request;
        cleanup->data = r;
        context.has_end = true;
    }
}

Stage end_wait(ngx_http_request_t* r, RequestContext& context) {
    const Stage wait = std::exchange(context.stage, Stage::done);
    const bool is_over = !context.delay->is_going_on() &&
                         r->err_status < NGX_HTTP_SPECIAL_RESPONSE;
    context.delay->release();
    if (is_over) {
        return wait;
    }
    give_up(r, context, wait);
    return Stage::done;
}

void give_back_charges(ngx_http_request_t* r) noexcept {
    RequestContext* context = existing_context(r);
    if (context == nullptr) {
        return;
    }
    if (context->late_verdict != nullptr) {
        context->late_verdict->give_back();
    } else if (context->receipt.spent.size() > 0) {
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
