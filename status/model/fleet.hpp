// What a status says of the fleet that this nginx belongs to (robots_fleet).

#ifndef ROBOTS_STATUS_MODEL_FLEET_HPP
#define ROBOTS_STATUS_MODEL_FLEET_HPP

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "policy/sharing/crawler_counts.hpp"
#include "policy/sharing/heartbeat.hpp"

namespace robots::status::model {

// How requests that have a budget were decided, in this order.
constexpr std::array<std::string_view, 5> kFleetResults{
    "shared", "known_here", "timeout", "error", "open_circuit"};

struct FleetServer {
    std::string url;
    bool is_up = false;
    std::int64_t last_answer = 0;  // Unix time; 0: never
};

// Of the servers' answers; `limit` in microseconds, the last one 0: longer.
struct FleetLatencies {
    std::vector<std::uint64_t> limit;
    std::vector<std::uint64_t> count;
    std::uint64_t sum = 0;  // microseconds
};

struct Fleet {
    std::string node;           // this nginx's name
    std::string_view fallback;  // "local", "divide"
    std::uint64_t timeout = 0;  // milliseconds that a request may wait
    std::vector<FleetServer> servers;
    std::vector<FleetNode> nodes;         // in the order of their names
    std::vector<CrawlerCounts> crawlers;  // of all nodes, the busiest first
    std::array<std::uint64_t, kFleetResults.size()> results{};
    FleetLatencies latencies;
};

}  // namespace robots::status::model

#endif
