// The nginx of a fleet, as one of them knows it from what servers answer to its
// heartbeats. A server that has lost its keys lists only those that it has
// heard since: the others are not forgotten before they had time to be heard
// again.

#ifndef ROBOTS_POLICY_SHARING_KNOWN_NODES_HPP
#define ROBOTS_POLICY_SHARING_KNOWN_NODES_HPP

#include <cstddef>
#include <vector>

#include "policy/sharing/heartbeat.hpp"

namespace robots {

class KnownNodes {
  public:
    // Of a fleet with so many servers, each of which answers every heartbeat.
    explicit KnownNodes(std::size_t servers)
        : most_misses_(servers * kMissesEach) {}

    // What a server has answered, in the order of names.
    void hear(std::vector<FleetNode> answer);

    // In the order of their names.
    const std::vector<FleetNode>& all() const { return nodes_; }
    std::size_t alive() const;

  private:
    // Heartbeats in kNodeAlive, rounded up.
    static constexpr std::size_t kMissesEach =
        static_cast<std::size_t>((kNodeAlive + kHeartbeat).count() - 1) /
        static_cast<std::size_t>(kHeartbeat.count());

    const std::size_t most_misses_;
    std::vector<FleetNode> nodes_;
    std::vector<std::size_t> misses_;  // answers in a row without that node
};

}  // namespace robots

#endif
