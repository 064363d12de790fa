// The whole fleet, as its server knows it: its nodes, and what crawlers did on
// all of them. It is asked for when somebody looks at it, and no sooner: to
// list a large fleet costs the server time, and the sums cost many answers.

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
    // Somebody who waits for the view.
    class Guest {
      public:
        virtual ~Guest() = default;
        // It is as new as it can be, or did not come in time.
        virtual void shown() noexcept = 0;
    };

    // All outlive this. `self` is this nginx.
    FleetView(FleetServer& server, const std::string& prefix,
              const FleetNode& self, Zone& zone);
    ~FleetView();
    FleetView(const FleetView&) = delete;
    FleetView& operator=(const FleetView&) = delete;

    // False: it is new enough, or there is nobody to ask. True: the guest is
    // told, unless it leaves before. Throws std::bad_alloc.
    bool look(Guest& guest);
    void leave(Guest& guest) noexcept;

    // Has the nodes counted in the zone, for all workers. Throws
    // std::bad_alloc.
    void count_nodes();

    // As last heard: the nodes in the order of their names, and the busiest
    // crawler first.
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
    std::optional<Milliseconds> shown_at_;  // both of them

    // While the server is asked.
    bool is_asking_ = false;
    bool is_counting_ = false;  // the nodes, for the zone
    std::optional<std::vector<std::string>> fields_;
    CrawlerSums sums_;
    std::size_t next_ = 0;     // of the nodes whose counts are asked for
    std::size_t awaited_ = 0;  // counts
    std::vector<Guest*> guests_;
    Timer timer_;
};

}  // namespace robots::nginx
