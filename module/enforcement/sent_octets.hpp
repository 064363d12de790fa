// How many octets a crawler's request is answered with.

#ifndef ROBOTS_MODULE_ENFORCEMENT_SENT_OCTETS_HPP
#define ROBOTS_MODULE_ENFORCEMENT_SENT_OCTETS_HPP

#include <cstdint>

#include "module/ngx/ngx.hpp"
#include "module/zone/zone.hpp"

namespace robots::nginx {

// Counts them when the request ends, and with it this: what nginx logs as
// $bytes_sent. No phase of nginx is needed for that, which browsers would pay
// for too.
class SentOctets {
  public:
    SentOctets() = default;
    ~SentOctets() {
        if (zone_ != nullptr) {
            zone_->ledger().sent(entry_,
                                 static_cast<std::uint64_t>(connection_->sent));
        }
    }
    SentOctets(const SentOctets&) = delete;
    SentOctets& operator=(const SentOctets&) = delete;

    // Returns what to have Ledger::judged fill.
    Ledger::Entry& start(Zone& zone, const ngx_connection_t& connection) {
        zone_ = &zone;
        connection_ = &connection;
        return entry_;
    }

    const Ledger::Entry& entry() const { return entry_; }

  private:
    Zone* zone_ = nullptr;  // nullptr: nothing to count
    const ngx_connection_t* connection_ = nullptr;
    Ledger::Entry entry_;
};

}  // namespace robots::nginx

#endif
