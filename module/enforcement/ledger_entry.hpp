// What becomes of requests, as the compliance ledger (ledger.hpp) records it.

#ifndef ROBOTS_MODULE_ENFORCEMENT_LEDGER_ENTRY_HPP
#define ROBOTS_MODULE_ENFORCEMENT_LEDGER_ENTRY_HPP

#include "module/ngx/ngx.hpp"
#include "module/zone/zone.hpp"
#include "policy/robots_txt/rate.hpp"
#include "policy/site/policy.hpp"
#include "policy/state/ledger.hpp"
#include "policy/verdict/budget_key.hpp"

namespace robots::nginx {

struct MainConf;
struct RequestContext;

// A request for robots.txt to `site` that is answered with this status.
void enter_robots_txt(MainConf& conf, const Site& site,
                      ngx_uint_t status) noexcept;

// The name of an unlisted crawler in such a verdict.
void enter_name(Zone& zone, const Site& site, const Verdict& verdict,
                Milliseconds now) noexcept;

// A verdict on a request to `site`, which was judged. Inline, since each
// crawler's request would pay for a call.
inline void enter_verdict(Zone& zone, const Site& site, const Verdict& verdict,
                          Milliseconds now, Ledger::Entry& entry) noexcept {
    count(zone.counters().crawlers);
    zone.ledger().judged(site, verdict, now, entry);
    zone.activity().judged(site, verdict, entry.key, now);
    if (verdict.crawler.crawler == nullptr) {
        enter_name(zone, site, verdict, now);
    }
}

// What was found of the signature of a request whose verdict was entered there.
void enter_signature(Zone& zone, const Ledger::Entry& entry,
                     signature::Result result) noexcept;

// How long a crawler's request is delayed; ends with the request at the latest.
class DelayedTime {
  public:
    DelayedTime() = default;
    ~DelayedTime() { end(); }
    DelayedTime(const DelayedTime&) = delete;
    DelayedTime& operator=(const DelayedTime&) = delete;

    void start(ngx_http_request_t* r, const RequestContext& context);
    void end() noexcept;

  private:
    Zone* zone_ = nullptr;  // nullptr: not delayed
    Visitor visitor_;
    Milliseconds since_{0};
};

// For a worker that begins: records which robots.txt are in effect from now on.
// Returns where the worker tells the others how many requests it delays;
// nullptr: nowhere. Throws std::exception.
SharedWord* enter_worker(MainConf& conf);

// The requests that all living workers delay.
std::uint64_t delayed_now(Zone& zone);

}  // namespace robots::nginx

#endif
