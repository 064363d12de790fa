// What a status is collected from.

#ifndef ROBOTS_STATUS_COLLECTION_SOURCE_HPP
#define ROBOTS_STATUS_COLLECTION_SOURCE_HPP

#include <cstddef>
#include <string_view>

#include "policy/site/policy.hpp"
#include "policy/state/activity.hpp"
#include "policy/state/ledger.hpp"
#include "status/model/model.hpp"

namespace robots::status {

// Policy, ledger and activity outlive the collection. The figures are those of
// its start.
struct Source {
    const Policy& policy;
    const Ledger& ledger;
    const Activity& activity;
    model::Server server;
    Milliseconds now{0};    // on the ledger's clock, when it is server.now
    Milliseconds epoch{0};  // since 1970, when that clock began
    model::Count robots_txt = 0;
    std::size_t delayed_now = 0;
    std::size_t zone_octets = 0;
    model::Count budgets_evicted = 0;
    std::size_t budgets_capacity = 0;
    model::SignatureCounts signatures{};
    bool masks_addresses = false;  // shows only the network of clients

    // 0 for never.
    model::Seconds unix_time(Milliseconds at) const {
        return at.count() == 0 ? 0 : (epoch + at) / std::chrono::seconds(1);
    }
};

}  // namespace robots::status

#endif
