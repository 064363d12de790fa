// Makes this nginx a node of its fleet. One worker of this nginx writes a
// heartbeat to the fleet's server every two seconds, and the node's counts of
// crawlers every few seconds. The same worker stores in the zone how many nodes
// of the fleet are alive.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "module/fleet/fleet_server.hpp"
#include "module/fleet/fleet_view.hpp"
#include "module/ngx/ngx.hpp"
#include "module/ngx/timer.hpp"
#include "module/zone/zone.hpp"
#include "policy/fleet/crawler_counts.hpp"
#include "policy/fleet/heartbeat.hpp"
#include "policy/site/policy.hpp"
#include "status/collection/collection.hpp"

namespace robots::nginx {

class Membership {
  public:
    // All objects that are passed by reference must outlive this object.
    // `revision` is the revision of `policy`.
    Membership(FleetServer& server, const std::string& prefix,
               const Policy& policy, std::string revision, Zone& zone);
    ~Membership();
    Membership(const Membership&) = delete;
    Membership& operator=(const Membership&) = delete;

    // Returns the name of this node: the host name and a part of the zone's id.
    const std::string& name() const { return self_.name; }

    FleetView& view() { return view_; }

  private:
    using Scan = status::Scan<VisitRecord>;

    void wake() noexcept;
    void beat();
    void begin_counting();
    void count();
    void add(const VisitRecord& visit);
    void take_counts();

    FleetServer& server_;
    const std::string& prefix_;
    const Policy& policy_;
    Zone& zone_;
    FleetNode self_;
    FleetView view_;
    bool awaits_beat_ = false;  // the last heartbeat has no answer yet
    Milliseconds next_beat_{0};
    Milliseconds next_list_{0};
    Milliseconds next_counts_{0};
    // The state while the worker adds up the crawlers' counts in the ledger.
    std::optional<Scan> scan_;
    std::unordered_map<std::uint64_t, std::size_t> places_;  // index in counts_
    std::vector<CrawlerCounts> counts_;
    std::string counts_text_;  // sent with the next heartbeat
    Timer timer_;
};

}  // namespace robots::nginx
