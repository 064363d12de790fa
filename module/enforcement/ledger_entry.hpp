// What becomes of requests, as the compliance ledger (ledger.hpp) takes it
// down.

#ifndef ROBOTS_MODULE_ENFORCEMENT_LEDGER_ENTRY_HPP
#define ROBOTS_MODULE_ENFORCEMENT_LEDGER_ENTRY_HPP

#include "module/ngx/ngx.hpp"
#include "policy/robots_txt/rate.hpp"
#include "policy/site/policy.hpp"
#include "policy/verdict/budget_key.hpp"

namespace robots::nginx {

struct MainConf;
struct RequestContext;
class Zone;

// A request for robots.txt to `site`, nullptr for none, that is answered with
// this status.
void enter_robots_txt(MainConf& conf, const Site* site,
                      ngx_uint_t status) noexcept;

// How long a crawler's request is held; ends with the request at the latest.
class HeldTime {
  public:
    HeldTime() = default;
    ~HeldTime() { end(); }
    HeldTime(const HeldTime&) = delete;
    HeldTime& operator=(const HeldTime&) = delete;

    void start(ngx_http_request_t* r, const RequestContext& context);
    void end() noexcept;

  private:
    Zone* zone_ = nullptr;  // nullptr: not held
    Visitor visitor_;
    Milliseconds since_{0};
};

// For a worker that begins: which robots.txt are in effect from now on, and
// where it tells the others how many requests it holds. Throws std::exception.
void enter_worker(MainConf& conf);

// The requests that all living workers hold.
std::uint64_t held_now(Zone& zone);

}  // namespace robots::nginx

#endif
