#include "module/enforcement/upstream_bill.hpp"

#include <memory>

#include "module/conf/configuration.hpp"
#include "module/fleet/fleet.hpp"
#include "module/request/upstream_time.hpp"
#include "policy/fleet/charge_call.hpp"
#include "policy/verdict/bill.hpp"

namespace robots::nginx {

namespace {

// The destructor charges the upstream time of a request to its budgets. The
// constructor makes the keys of these budgets, because the text that names the
// crawler is freed before the request's pool.
class UpstreamBill {
  public:
    UpstreamBill(const ngx_http_request_t& request, MainConf& conf,
                 const Plan& plan, const Charged& charged)
        : request_(request),
          conf_(conf),
          here_(bill_of(plan, charged, conf.zone.keys())) {
        if (conf.fleet != nullptr && conf.fleet->server().is_ready()) {
            const FleetSecret& secret = conf.fleet->server().secret();
            high_ = bill_of(plan, charged, secret.high());
            low_ = bill_of(plan, charged, secret.low());
        }
    }
    UpstreamBill(const UpstreamBill&) = delete;
    UpstreamBill& operator=(const UpstreamBill&) = delete;
    ~UpstreamBill() {
        const Milliseconds took = upstream_time(request_);
        if (took > Milliseconds{0} && here_.size() > 0) {
            guarded(ngx_cycle->log, [&] { pay(took); });
        }
    }

  private:
    void pay(Milliseconds took) const {
        std::uint32_t parts = 1;
        if (conf_.fleet != nullptr && !pay_in_fleet(took)) {
            parts = parts_alone(conf_.fleet->conf(), conf_.zone);
        }
        robots::pay(here_, took * parts, conf_.zone.now(),
                    conf_.zone.budgets());
    }

    // Charges the time on the fleet's server. Returns false if the charge could
    // not be sent. Ignores the server's answer, because this nginx learns the
    // state of the budgets with the next request.
    bool pay_in_fleet(Milliseconds took) const {
        FleetServer& server = conf_.fleet->server();
        return high_.size() > 0 && server.is_ready() &&
               server.ask(std::make_shared<const ChargeCall>(
                              payment_call(high_, low_, took)),
                          [](const auto&) {});
    }

    const ngx_http_request_t& request_;
    MainConf& conf_;
    Bill here_;
    Bill high_;  // high_ and low_: halves of the names on the fleet's server
    Bill low_;
};

}  // namespace

void keep_bill(ngx_http_request_t* r, const Plan& plan,
               const Charged& charged) {
    if (is_paid_later(plan)) {
        make_owned<UpstreamBill>(r->pool, *r, main_conf(r), plan, charged);
    }
}

}  // namespace robots::nginx
