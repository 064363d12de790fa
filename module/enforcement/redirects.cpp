#include "module/enforcement/redirects.hpp"

#include <algorithm>

#include "module/conf/configuration.hpp"
#include "module/enforcement/fleet_wait.hpp"
#include "module/enforcement/late_verdict.hpp"
#include "module/enforcement/request_context.hpp"
#include "module/ngx/ngx.hpp"
#include "policy/verdict/receipt.hpp"

namespace robots::nginx {

namespace {

HeaderFilter next_filter;

[[gnu::noinline]] void give_back_charges(ngx_http_request_t* r) noexcept {
    if (r != r->main || !robots_on(r)) {
        return;
    }
    RequestContext* context = existing_context(r);
    if (context == nullptr) {
        return;
    }
    if (context->late_verdict != nullptr) {
        context->late_verdict->give_back();
    } else if (context->receipt.size > 0) {
        MainConf& conf = main_conf(r);
        if (context->fleet_wait != nullptr) {
            context->fleet_wait->give_back(context->receipt, conf);
        } else {
            give_back(context->receipt, conf.zone.budgets(), conf.zone.now());
        }
    }
}

// Few responses are redirects.
ngx_int_t filter_header(ngx_http_request_t* r) noexcept {
    if (is_redirect(static_cast<unsigned>(r->headers_out.status))) {
        give_back_charges(r);
    }
    return next_filter(r);
}

// Under "throttle", disallowed paths and impostors pass at some rate, which
// charges a budget.
bool throttles_others(const Enforcement& enforcement) {
    return enforcement.action_for(Violation::disallow) == Action::throttle ||
           enforcement.action_for(Violation::impostor) == Action::throttle;
}

bool charges(const Robots& robots) {
    const auto& groups = robots.groups.all();
    return throttles_others(robots.settings->enforcement) ||
           std::any_of(groups.begin(), groups.end(), [](const auto& group) {
               return group->pace->crawl_delay ||
                      !group->pace->request_rates.empty() ||
                      throttles_others(*group->enforcement);
           });
}

}  // namespace

bool charges_anybody(const Policy& policy) {
    const auto& sites = policy.sites();
    return std::any_of(sites.begin(), sites.end(),
                       [](const Site& site) { return charges(*site.robots); });
}

void add_redirect_filter() noexcept {
    next_filter = add_header_filter(filter_header);
}

}  // namespace robots::nginx
