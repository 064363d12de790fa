// The counts of crawlers that the nginx of a fleet share: one worker of each
// writes them every few seconds. A worker asks for the sums, which cost the
// server time, only while somebody looks at them.

#ifndef ROBOTS_MODULE_FLEET_LEDGER_SHARE_HPP
#define ROBOTS_MODULE_FLEET_LEDGER_SHARE_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "module/fleet/fleet_server.hpp"
#include "module/ngx/ngx.hpp"
#include "module/ngx/timer.hpp"
#include "module/zone/zone.hpp"
#include "policy/sharing/crawler_counts.hpp"
#include "policy/site/policy.hpp"
#include "status/collection/collection.hpp"

namespace robots::nginx {

class LedgerShare {
  public:
    // All outlive this. `node` is this nginx's name.
    LedgerShare(FleetServer& server, const std::string& prefix,
                std::string node, const Policy& policy, Zone& zone);
    ~LedgerShare();
    LedgerShare(const LedgerShare&) = delete;
    LedgerShare& operator=(const LedgerShare&) = delete;

    // The sums as last heard, the busiest crawler first. Has them asked for,
    // now if nobody has looked for a minute.
    const std::vector<CrawlerCounts>& crawlers();

  private:
    using Scan = status::Scan<VisitRecord>;

    void wake() noexcept;
    bool count();
    bool is_looked_at() const;
    void add(const VisitRecord& visit);
    void tell();
    static void replied(void* data, const redisReply* reply) noexcept;

    FleetServer& server_;
    const std::string& prefix_;
    const std::string node_;
    const Policy& policy_;
    Zone& zone_;
    std::unordered_map<std::uint64_t, std::size_t> places_;  // by crawler
    std::vector<CrawlerCounts> own_;
    std::optional<Scan> scan_;
    std::vector<CrawlerCounts> crawlers_;
    std::optional<Milliseconds> looked_at_;  // last
    Timer timer_;
};

}  // namespace robots::nginx

#endif
