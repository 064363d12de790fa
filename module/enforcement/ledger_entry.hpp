// Counts requests, verdicts and costs in the ledger, a table of counts in the
// zone (policy/shared_memory/ledger.hpp).

#pragma once

#include <cstdint>

#include "module/ngx/ngx.hpp"
#include "module/request/upstream_time.hpp"
#include "module/zone/zone.hpp"
#include "policy/robots_txt/rate.hpp"
#include "policy/shared_memory/ledger.hpp"
#include "policy/site/policy.hpp"
#include "policy/verdict/budget_key.hpp"

namespace robots::nginx {

struct MainConf;

// Counts the verdict on a request to `site`. Inline, because this function runs
// for each request of a crawler.
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

// Counts the result of the signature check of a request. `entry` is the ledger
// entry in which the verdict on this request was counted.
inline void enter_signature(Zone& zone, const Ledger::Entry& entry,
                            signature::Result result) noexcept {
    if (result != signature::Result::none) {
        zone.ledger().signed_with(entry, result);
    }
}

// Call this function in a new worker. Records in the ledger which robots.txt of
// each site is in effect from now on. Returns the word of shared memory in
// which the worker stores how many requests it delays; nullptr if the ledger
// has no free word. Throws std::exception.
SharedWord* enter_worker(MainConf& conf);

// Returns the number of requests that all living workers delay now.
std::uint64_t delayed_now(Zone& zone);

// Counts the cost of a request: the values of $bytes_sent and
// $upstream_response_time. The destructor counts when the request ends. A
// handler in nginx's log phase could do the same, but would also take time for
// requests of browsers.
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

    // Makes the destructor count the cost of `request`, a main request. This
    // object must be in the pool of `request`. Returns the ledger entry, which
    // the caller must fill in.
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
