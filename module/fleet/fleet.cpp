#include "module/fleet/fleet.hpp"

#include "policy/base/sip_hash.hpp"

namespace robots::nginx {

Fleet::Fleet(const FleetConf& conf, const Policy& policy, std::string revision,
             Zone& zone)
    : conf_(conf) {
    std::vector<FleetServer*> all;
    for (std::size_t i = 0; i < conf.servers.size(); ++i) {
        names_.push_back(SipHash(Secret{}).end(conf.servers[i].shown));
        servers_.push_back(std::make_unique<FleetServer>(conf, i, zone));
        all.push_back(servers_.back().get());
    }
    membership_.emplace(all, conf.prefix, std::move(revision), zone);
    ledger_.emplace(all, conf.prefix, membership_->name(), policy, zone);
    for (const auto& server : servers_) {
        server->start();
    }
}

void Fleet::close() noexcept {
    for (const auto& server : servers_) {
        server->close();
    }
}

std::string Fleet::fetch_name(const FleetServer& server, const Visitor& visitor,
                              std::string_view address) {
    const FleetSecret& secret = server.secret();
    return name_of(secret.high().fetch(visitor, address),
                   secret.low().fetch(visitor, address));
}

void Fleet::fetched(const Visitor& visitor, std::string_view address,
                    RevisionTag revision, Milliseconds kept) {
    FleetServer& server = server_of_fetch(visitor, address);
    if (server.is_ready() && kept > Milliseconds{0}) {
        server.keep('f', fetch_name(server, visitor, address),
                    std::to_string(revision), kept);
    }
}

}  // namespace robots::nginx
