// The verdict on a request that waits for nobody, since it can only be logged:
// made when the fleet has answered how its budgets stand, or has not in time.
// The request may have ended by then.

#ifndef ROBOTS_MODULE_ENFORCEMENT_LATE_VERDICT_HPP
#define ROBOTS_MODULE_ENFORCEMENT_LATE_VERDICT_HPP

#include <memory>
#include <string_view>

#include "module/enforcement/fleet_wait.hpp"
#include "module/enforcement/revisions.hpp"
#include "module/enforcement/violation_log.hpp"
#include "module/ngx/ngx.hpp"
#include "module/ngx/timer.hpp"
#include "policy/verdict/judge.hpp"
#include "policy/verdict/receipt.hpp"

namespace robots::nginx {

// Lives until the request has ended and the verdict is made.
class LateVerdict : public FleetWait::Listener {
  public:
    // Asks the fleet about the case, and copies what the verdict and its line
    // need of the request. nullptr: nobody could be asked, as `wait` says then.
    // Throws std::bad_alloc.
    static std::shared_ptr<LateVerdict> start(ngx_http_request_t* r,
                                              const FleetCase& judged,
                                              FleetWait& wait);

    LateVerdict(ngx_http_request_t* r, const FleetCase& judged);
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
    void all_answered() noexcept override;
    void finish() noexcept;
    void enter();

    Pool pool_;
    MainConf& conf_;
    Revisions revisions_;
    Sighting crawler_;
    Request facts_;
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
