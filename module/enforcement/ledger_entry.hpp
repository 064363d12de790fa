// Counts requests, verdicts and costs in the compliance ledger (ledger.hpp).

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

// Counts a verdict on a judged request to `site`. Inline, since a call would
// cost time for each crawler's request.
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

// Counts the result of checking the signature of a request, whose verdict was
// counted in `entry`.
inline void enter_signature(Zone& zone, const Ledger::Entry& entry,
                            signature::Result result) noexcept {
    if (result != signature::Result::none) {
        zone.ledger().signed_with(entry, result);
    }
}

// For a new worker: records for each site which robots.txt is in effect from
// now on. Returns the word in which the worker publishes how many requests it
// delays; nullptr if the ledger has no free word. Throws std::exception.
SharedWord* enter_worker(MainConf& conf);

// Returns how many requests all living workers delay.
std::uint64_t delayed_now(Zone& zone);

// The destructor, which runs when the request ends, counts the cost: the values
// that nginx logs as $bytes_sent and $upstream_response_time. A handler in
// nginx's log phase would also run, and cost time, for browsers.
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

    // Starts to count the cost of a main request; this object must be in the
    // pool of that request. Returns the entry, which the caller must set.
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
