// A view of the whole fleet, from the data on its server: the nodes (each nginx
// is a node), and what crawlers did on all nodes. The view is requested only
// when somebody reads the status, because a new view is slow for a large fleet:
// the counts of crawlers need one request for each node.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "module/fleet/fleet_server.hpp"
#include "module/ngx/ngx.hpp"
#include "module/ngx/timer.hpp"
#include "module/zone/zone.hpp"
#include "policy/fleet/crawler_counts.hpp"
#include "policy/fleet/heartbeat.hpp"

namespace robots::nginx {

class FleetView {
  public:
    // An object that waits for the view.
    class Guest {
      public:
        virtual ~Guest() = default;
        // Called when the view is up to date, or when the server did not answer
        // in time.
        virtual void shown() noexcept = 0;
    };

    // All arguments must outlive this object. `self` is the node of this nginx.
    FleetView(FleetServer& server, const std::string& prefix,
              const FleetNode& self, Zone& zone);
    ~FleetView();
    FleetView(const FleetView&) = delete;
    FleetView& operator=(const FleetView&) = delete;

    // Asks the server for a new view. Returns false if the last view is new
    // enough, or if the server cannot be asked. Otherwise returns true, and
    // calls guest.shown() later, unless leave() is called before that. Throws
    // std::bad_alloc.
    bool look(Guest& guest);
    void leave(Guest& guest) noexcept;

    // Asks the server for the list of nodes, unless an earlier request for the
    // list still waits for its answer. When the answer comes, stores the number
    // of living nodes in the zone, where all workers read it. Throws
    // std::bad_alloc.
    void count_nodes();

    // The last known view. nodes() is sorted by name. crawlers() starts with
    // the busiest crawler.
    const std::vector<FleetNode>& nodes() const { return nodes_.all(); }
    const std::vector<CrawlerCounts>& crawlers() const { return crawlers_; }

  private:
    bool ask();
    void list(const redisReply* reply);
    void ask_for_counts();
    void take_counts(const redisReply* reply);
    void end() noexcept;
    void tell_guests() noexcept;

    FleetServer& server_;
    const std::string& prefix_;
    const FleetNode& self_;
    Zone& zone_;
    KnownNodes nodes_;
    std::vector<CrawlerCounts> crawlers_;
    std::optional<Milliseconds> shown_at_;  // when the view was last complete

    // The state of the request that waits for the server's answer.
    bool is_asking_ = false;
    bool is_counting_ = false;  // whether to count nodes for the zone
    CrawlerSums sums_;
    std::size_t next_ = 0;     // next node whose counts are requested
    std::size_t awaited_ = 0;  // how many counts have not come yet
    std::vector<Guest*> guests_;
    Timer timer_;
};

}  // namespace robots::nginx
