// The nginx of a fleet, as one of them knows it from what the server answers to
// its heartbeats. A server that has lost its keys lists only those that it has
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
    // What the server has answered, in the order of names.
    void hear(std::vector<FleetNode> answer);

    // In the order of their names.
    const std::vector<FleetNode>& all() const { return nodes_; }
    std::size_t alive() const;

  private:
    // Heartbeats in kNodeAlive, rounded up.
    static constexpr std::size_t kMostMisses =
        static_cast<std::size_t>((kNodeAlive + kHeartbeat).count() - 1) /
        static_cast<std::size_t>(kHeartbeat.count());

    std::vector<FleetNode> nodes_;
    std::vector<std::size_t> misses_;  // answers in a row without that node
};

}  // namespace robots

#endif
