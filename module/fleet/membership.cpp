#include "module/fleet/membership.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include "policy/base/hexadecimal.hpp"

namespace robots::nginx {

namespace {

// Soon after the start, when the server should be connected.
constexpr ngx_msec_t kFirstBeat = 100;
constexpr std::size_t kMaxHost = 64;

// "web-1#8f14e45f": two nginx on one machine have two zones.
std::string node_name(const Zone& zone) {
    const ngx_str_t& host = const_cast<const ngx_cycle_t*>(ngx_cycle)->hostname;
    std::string name(view(host).substr(0, kMaxHost));
    std::replace_if(
        name.begin(), name.end(),
        [](unsigned char octet) { return std::isgraph(octet) == 0; }, '-');
    const Hexadecimal digits = hexadecimal(zone.id());
    return name.append("#").append(digits.data(), 8);
}

NodeCounts counts_of(Zone& zone) {
    const auto value = [](const Counters::Counter& counter) {
        return counter.load(std::memory_order_relaxed);
    };
    const Counters& counters = zone.counters();
    return {value(counters.robots_txt), value(counters.crawlers),
            value(counters.logged), value(counters.throttled),
            value(counters.rejected)};
}

}  // namespace

Membership::Membership(FleetServer& server, const std::string& prefix,
                       std::string revision, Zone& zone)
    : server_(server), prefix_(prefix), zone_(zone) {
    self_.name = node_name(zone);
    self_.version = ROBOTS_VERSION;
    self_.revision = std::move(revision);
    timer_.calls<&Membership::beat>(*this);
    timer_.start(kFirstBeat);
}

Membership::~Membership() {
    timer_.stop();
}

void Membership::beat() noexcept {
    // After a reload the new workers say which policy this nginx runs.
    if (ngx_exiting || ngx_quit || ngx_terminate) {
        return;
    }
    guarded<int>(ngx_cycle->log, 0, [this] {
        tell();
        return 0;
    });
    const auto period = static_cast<ngx_msec_t>(kHeartbeat.count());
    timer_.start(period - ngx_random() % (period / 8));
}

void Membership::tell() {
    self_.counts = counts_of(zone_);
    const FleetNode* self = ngx_worker == 0 ? &self_ : nullptr;
    const std::vector<std::string> words = FleetServer::command(
        "EVAL", heartbeat_script(), heartbeat_arguments(prefix_, self));
    server_.run(words, replied, this);
}

void Membership::replied(void* data, const redisReply* reply) noexcept {
    auto& self = *static_cast<Membership*>(data);
    if (reply == nullptr) {
        return;
    }
    guarded<int>(ngx_cycle->log, 0, [&] {
        if (const auto answer = texts_of(*reply)) {
            self.heard(*answer);
        }
        return 0;
    });
}

void Membership::heard(const std::vector<std::string>& answer) {
    auto nodes = read_heartbeat(answer);
    if (!nodes) {
        return;
    }
    nodes_.hear(std::move(*nodes));
    zone_.fleet().known_nodes.store(nodes_.alive(), std::memory_order_relaxed);
}

}  // namespace robots::nginx
