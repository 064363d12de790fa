// The whole fleet, as its server knows it: the nodes, and what crawlers did on
// all nodes. The view is only requested when somebody reads the status: the
// list of a large fleet takes the server a while, and the counts of crawlers
// need one request for each node.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "module/fleet/fleet_server.hpp"
#include "module/ngx/ngx.hpp"
#include "module/ngx/timer.hpp"
#include "module/zone/zone.hpp"
#include "policy/sharing/crawler_counts.hpp"
#include "policy/sharing/heartbeat.hpp"

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

    // All arguments must outlive this object. `self` is this nginx.
    FleetView(FleetServer& server, const std::string& prefix,
              const FleetNode& self, Zone& zone);
    ~FleetView();
    FleetView(const FleetView&) = delete;
    FleetView& operator=(const FleetView&) = delete;

    // Asks the server for a new view. Returns false if the last view is new
    // enough, or if the server cannot be asked. If true, guest.shown() will be
    // called, unless the guest leaves before that. Throws std::bad_alloc.
    bool look(Guest& guest);
    void leave(Guest& guest) noexcept;

    // Asks the server for the list of nodes, unless it has been asked already.
    // When the answer comes, stores the number of living nodes in the zone,
    // where all workers read it. Throws std::bad_alloc.
    void count_nodes();

    // The last known view: the nodes in the order of their names, and the
    // crawlers with the busiest first.
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

    // State while the server is asked.
    bool is_asking_ = false;
    bool is_counting_ = false;  // whether to count nodes for the zone
    CrawlerSums sums_;
    std::size_t next_ = 0;     // next node whose counts are requested
    std::size_t awaited_ = 0;  // how many counts have not come yet
    std::vector<Guest*> guests_;
    Timer timer_;
};

}  // namespace robots::nginx
