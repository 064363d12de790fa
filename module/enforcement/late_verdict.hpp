// Judges a request that can be logged, but not delayed or refused. So the
// request does not wait for the fleet's server. The verdict is made when the
// server has answered, or when the time for the answer is over. The request may
// have ended before that.

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

// This object exists until the request has ended and the verdict is made.
class LateVerdict {
  public:
    // Asks the fleet's server about the request `r` to `site`. Copies from `r`
    // what the verdict and the log line need. `wait` is the FleetWait that `r`
    // owns. Returns nullptr if the server could not be asked; then `wait` gets
    // the result that $robots_fleet shows. Throws std::bad_alloc.
    static std::shared_ptr<LateVerdict> start(ngx_http_request_t* r,
                                              const Site& site,
                                              FleetWait& wait);

    LateVerdict(ngx_http_request_t* r, const Site& site, const Plan& plan);
    ~LateVerdict();
    LateVerdict(const LateVerdict&) = delete;
    LateVerdict& operator=(const LateVerdict&) = delete;

    const FleetWait& wait() const { return *wait_; }

    // Gives back the charges: now or, if the verdict is not made yet, after the
    // verdict. Call this function if the request was answered with a redirect.
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
    std::shared_ptr<LateVerdict> self_;  // set until the verdict is made
    Timer timer_;
};

}  // namespace robots::nginx
