// The verdict on a request that waits for nobody, since it can only be logged:
// made when the fleet has answered, or its time to answer is over. The request
// may have ended by then.

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

// Lives until the request has ended and the verdict is made.
class LateVerdict {
  public:
    // Asks the fleet about a request to `site`, and copies what the verdict and
    // its line need of it. nullptr: nobody could be asked, as `wait`
    // says then. Throws std::bad_alloc.
    static std::shared_ptr<LateVerdict> start(ngx_http_request_t* r,
                                              const Site& site,
                                              FleetWait& wait);

    LateVerdict(ngx_http_request_t* r, const Site& site, const Plan& plan);
    ~LateVerdict();
    LateVerdict(const LateVerdict&) = delete;
    LateVerdict& operator=(const LateVerdict&) = delete;

    const FleetWait& wait() const { return *wait_; }

    // The request was answered with a redirect, and costs nothing.
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
