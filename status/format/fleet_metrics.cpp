#include "status/format/fleet_metrics.hpp"

#include <algorithm>

#include "status/format/decimal.hpp"

namespace robots::status {

void append_fleet(MetricText& text, const model::Fleet& fleet) {
    text.metric("robots_fleet_up", "gauge",
                "1 if the fleet's server answered when it was last asked.");
    for (const model::FleetServer& server : fleet.servers) {
        text.sample({{"server", server.url}}, server.is_up ? 1 : 0);
    }
    text.metric("robots_fleet_requests_total", "counter",
                "Requests with a budget, by who decided.");
    for (std::size_t i = 0; i < fleet.results.size(); ++i) {
        text.sample({{"result", model::kFleetResults[i]}}, fleet.results[i]);
    }
    text.metric("robots_fleet_nodes", "gauge",
                "nginx in the fleet that sent a heartbeat lately.");
    text.sample({}, static_cast<model::Count>(std::count_if(
                        fleet.nodes.begin(), fleet.nodes.end(),
                        [](const auto& node) { return node.is_alive(); })));
    text.metric("robots_fleet_answer_seconds", "histogram",
                "How long the fleet's servers took to answer.");
    model::Count sum = 0;
    for (std::size_t i = 0; i < fleet.latencies.limit.size(); ++i) {
        sum += fleet.latencies.count[i];
        const std::uint64_t limit = fleet.latencies.limit[i];
        const std::string le =
            limit != 0 ? seconds_of_microseconds(limit) : "+Inf";
        text.sample({{"le", le}}, sum, "_bucket");
    }
    text.microseconds({}, fleet.latencies.sum, "_sum");
    text.sample({}, sum, "_count");
}

}  // namespace robots::status
