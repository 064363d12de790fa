// Judges a request that is at worst logged, and so need not wait for the fleet.
// The verdict is made when the fleet has answered, or when the time for its
// answer is over. The request may have ended by then.

#pragma once

#include <memory>
#include <string_view>

#include "module/enforcement/fleet_wait.hpp"
#include "module/enforcement/violation_log.hpp"
#include "module/ngx/ngx.hpp"
#include "module/ngx/timer.hpp"
#include "policy/verdict/charge.hpp"
#include "policy/verdict/plan.hpp"

namespace robots::nginx {

// Exists until the request has ended and the verdict was made.
class LateVerdict {
  public:
    // Asks the fleet about a request to `site`, and copies from the request
    // what the verdict and its log line need. Returns nullptr if the fleet
    // could not be asked; then `wait`, the request's own FleetWait, gets the
    // result for $robots_fleet. Throws std::bad_alloc.
    static std::shared_ptr<LateVerdict> start(ngx_http_request_t* r,
                                              const Site& site,
                                              FleetWait& wait);

    LateVerdict(ngx_http_request_t* r, const Site& site, const Plan& plan);
    ~LateVerdict();
    LateVerdict(const LateVerdict&) = delete;
    LateVerdict& operator=(const LateVerdict&) = delete;

    const FleetWait& wait() const { return *wait_; }

    // Gives back the charges, now or when the verdict is made. Call it if the
    // request was answered with a redirect.
    void give_back() noexcept;

  private:
    struct Pool {
        Pool();
        ~Pool();
        ngx_pool_t* pool;
    };

    std::string_view keep(std::string_view text) const {
        return view(copy(pool_.pool, text));
    }
    void keep_log(const ngx_log_t& log);
    Plan kept(Plan plan) const;
    void finish() noexcept;
    void enter(const Verdict& verdict);

    Pool pool_;
    MainConf& conf_;
    LoggedRequest logged_;
    ngx_log_t log_{};
    Receipt receipt_;
    bool is_made_ = false;
    bool is_given_back_ = false;
    std::shared_ptr<FleetWait> wait_;
    std::shared_ptr<LateVerdict> self_;  // until the verdict is made
    Timer timer_;
};

}  // namespace robots::nginx
