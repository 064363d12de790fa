// What becomes of requests, as the compliance ledger (ledger.hpp) records it.

#pragma once

#include <cstdint>

#include "module/ngx/ngx.hpp"
#include "module/request/upstream_time.hpp"
#include "module/zone/zone.hpp"
#include "policy/robots_txt/rate.hpp"
#include "policy/site/policy.hpp"
#include "policy/state/ledger.hpp"
#include "policy/verdict/budget_key.hpp"

namespace robots::nginx {

struct MainConf;

// Counts a verdict on a request to `site`, which was judged. Inline, since each
// crawler's request would pay for a call.
inline void enter_verdict(Zone& zone, const Site& site, const Verdict& verdict,
                          Milliseconds now, Ledger::Entry& entry) noexcept {
    count(zone.counters().crawlers);
    zone.ledger().judged(site, verdict, now, entry);
    zone.activity().judged(site, verdict, now);
    if (verdict.crawler.crawler == nullptr) {
        zone.activity().named(zone.keys().name_of(verdict.crawler), site,
                              verdict, now);
    }
}

// Counts the signature of a request whose verdict was counted there.
inline void enter_signature(Zone& zone, const Ledger::Entry& entry,
                            signature::Result result) noexcept {
    if (result != signature::Result::none) {
        zone.ledger().signed_with(entry, result);
    }
}

// For a worker that begins: records which robots.txt are in effect from now on.
// Returns where the worker tells the others how many requests it delays;
// nullptr: nowhere. Throws std::exception.
SharedWord* enter_worker(MainConf& conf);

// The requests that all living workers delay.
std::uint64_t delayed_now(Zone& zone);

// What a crawler's request costs.

// Counts it when the request ends and this is destroyed: what nginx logs as
// $bytes_sent and as $upstream_response_time. No phase of nginx is needed,
// which browsers would pay for too.
class RequestCost {
  public:
    RequestCost() = default;
    ~RequestCost() {
        if (zone_ != nullptr) {
            zone_->ledger().ended(
                entry_, static_cast<std::uint64_t>(request_->connection->sent),
                upstream_time(*request_));
        }
    }
    RequestCost(const RequestCost&) = delete;
    RequestCost& operator=(const RequestCost&) = delete;

    // Of a main request, in whose pool this is. Returns the entry that
    // Ledger::judged has to fill.
    Ledger::Entry& start(Zone& zone, const ngx_http_request_t& request) {
        zone_ = &zone;
        request_ = &request;
        return entry_;
    }

    const Ledger::Entry& entry() const { return entry_; }

  private:
    Zone* zone_ = nullptr;  // nullptr: nothing to count
    const ngx_http_request_t* request_ = nullptr;
    Ledger::Entry entry_;
};

}  // namespace robots::nginx
