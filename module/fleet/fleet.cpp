#include "module/fleet/fleet.hpp"

#include <utility>

namespace robots::nginx {

Fleet::Fleet(const FleetConf& conf, const Policy& policy, std::string revision,
             Zone& zone)
    : conf_(conf),
      server_(conf, zone),
      membership_(server_, conf.prefix, std::move(revision), zone),
      ledger_(server_, conf.prefix, membership_.name(), policy, zone) {
    server_.start();
}

void Fleet::close() noexcept {
    server_.close();
}

std::string Fleet::fetch_name(const FleetServer& server, const Visitor& visitor,
                              std::string_view address) {
    const FleetSecret& secret = server.secret();
    return name_of(secret.high().fetch(visitor, address),
                   secret.low().fetch(visitor, address));
}

void Fleet::fetched(const Visitor& visitor, std::string_view address,
                    RevisionTag revision, Milliseconds kept) {
    if (server_.is_ready() && kept > Milliseconds{0}) {
        server_.keep('f', fetch_name(server_, visitor, address),
                     std::to_string(revision), kept);
    }
}

}  // namespace robots::nginx
