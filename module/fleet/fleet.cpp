#include "module/fleet/fleet.hpp"

#include "policy/base/sip_hash.hpp"

namespace robots::nginx {

Fleet::Fleet(const FleetConf& conf, std::string revision, Zone& zone)
    : conf_(conf) {
    std::vector<FleetServer*> all;
    for (std::size_t i = 0; i < conf.servers.size(); ++i) {
        names_.push_back(SipHash(Secret{}).end(conf.servers[i].shown));
        servers_.push_back(std::make_unique<FleetServer>(conf, i, zone));
        all.push_back(servers_.back().get());
    }
    membership_.emplace(all, conf.prefix, std::move(revision), zone);
    for (const auto& server : servers_) {
        server->start();
    }
}

}  // namespace robots::nginx
