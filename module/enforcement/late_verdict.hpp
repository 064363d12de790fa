// The verdict on a request that waits for nobody, since it can only be logged:
// made when the fleet has answered how its budgets stand, or has not in time.
// The request may have ended by then.

#ifndef ROBOTS_MODULE_ENFORCEMENT_LATE_VERDICT_HPP
#define ROBOTS_MODULE_ENFORCEMENT_LATE_VERDICT_HPP

#include <memory>
#include <string_view>

#include "module/enforcement/fleet_wait.hpp"
#include "module/enforcement/violation_log.hpp"
#include "module/ngx/ngx.hpp"
#include "module/ngx/timer.hpp"
#include "policy/verdict/plan.hpp"
#include "policy/verdict/receipt.hpp"

namespace robots::nginx {

// Lives until the request has ended and the verdict is made.
class LateVerdict : public FleetWait::Listener {
  public:
    // Asks the fleet about a request to `site`, and copies what the verdict and
    // its line need of it. nullptr: nobody could be asked, as `wait` says then.
    // Throws std::bad_alloc.
    static std::shared_ptr<LateVerdict> start(ngx_http_request_t* r,
                                              const Site& site,
                                              FleetWait& wait);

    LateVerdict(ngx_http_request_t* r, const Site& site, const Plan& plan);
    ~LateVerdict() override;
    LateVerdict(const LateVerdict&) = delete;
    LateVerdict& operator=(const LateVerdict&) = delete;

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
    void fleet_answered() noexcept override { finish(); }
    void finish() noexcept;
    void enter(const Verdict& verdict);

    Pool pool_;
    MainConf& conf_;
    LoggedRequest logged_;
    ngx_log_t log_{};
    Receipt receipt_;
    bool is_made_ = false;
    bool is_given_back_ = false;
    FleetWait wait_;
    std::shared_ptr<LateVerdict> self_;  // until the verdict is made
    Timer timer_;
};

}  // namespace robots::nginx

#endif
