// What all workers together count of a fleet, in the zone.

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "policy/base/time.hpp"

namespace robots::nginx {

// How a request that has a budget was decided.
enum class FleetResult : std::uint8_t {
    shared,        // by what the fleet answered
    known_here,    // refused by what it had answered before
    timeout,       // here: it did not answer in time
    error,         // here: it answered an error, or the connection broke
    open_circuit,  // here: it failed before, and is left alone for a while
};
constexpr std::size_t kFleetResults = 5;
constexpr std::size_t kMaxFleetServers = 16;

// Upper bounds of the times that answers took, in microseconds.
constexpr std::array<std::uint32_t, 10> kFleetLatencies{
    100, 250, 500, 1000, 2500, 5000, 10000, 25000, 50000, 100000};

struct FleetCounters {
    using Word = std::atomic<std::uint64_t>;

    std::array<Word, kFleetResults> results;
    std::array<Word, kFleetLatencies.size() + 1> latencies;  // the last: longer
    Word latency_sum;                                        // microseconds
    // For each place of the server, when it last answered and when it last
    // failed, in the zone's time; 0: never.
    std::array<Word, kMaxFleetServers> answered;
    std::array<Word, kMaxFleetServers> failed;

    Word known_nodes;  // nginx in the fleet, as last heard; 0: never

    std::uint32_t nodes() const {
        return static_cast<std::uint32_t>(
            known_nodes.load(std::memory_order_relaxed));
    }

    void count(FleetResult result) {
        results[static_cast<std::size_t>(result)].fetch_add(
            1, std::memory_order_relaxed);
    }

    void took(std::uint64_t microseconds) {
        std::size_t i = 0;
        while (i < kFleetLatencies.size() &&
               microseconds > kFleetLatencies[i]) {
            ++i;
        }
        latencies[i].fetch_add(1, std::memory_order_relaxed);
        latency_sum.fetch_add(microseconds, std::memory_order_relaxed);
    }

    // A place that was never asked, since those before it answered, is not
    // down.
    bool is_up(std::size_t place) const {
        return answered[place].load(std::memory_order_relaxed) >=
               failed[place].load(std::memory_order_relaxed);
    }
};

}  // namespace robots::nginx
