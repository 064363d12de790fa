// A node is one nginx instance of a fleet. Every two seconds, each node writes
// that it is alive, which policy it runs, and what it has counted. These texts
// are in one hash, PREFIX:nodes, on a Valkey or Redis server. Each node has one
// field of the hash. The field has the time at which the node's text was
// written, and the text. The time is in milliseconds, by the clock of the
// Valkey or Redis server. The counts are totals, not differences. So no count
// is wrong if a text is lost or sent twice.
//
// The cost of writing does not depend on the size of the fleet. The cost of
// reading grows with the number of nodes, so nodes of a large fleet read the
// list of nodes less often.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/base/time.hpp"

namespace robots {

constexpr Milliseconds kHeartbeat{2000};
// A node that is silent for longer than this is missing.
constexpr Milliseconds kNodeAlive{7000};
// A node that is silent for longer than this is removed from the hash.
constexpr Milliseconds kNodeKept{24 * 3600 * 1000};
// The maximum number of nodes in a list, and of missing nodes in a list.
constexpr std::size_t kMaxNodes = 4096;
constexpr std::size_t kMaxMissing = 64;

// Counts of requests since the node's shared memory zone was created.
struct NodeCounts {
    std::uint64_t robots_txt = 0;
    std::uint64_t judged = 0;
    std::uint64_t logged = 0;
    std::uint64_t delayed = 0;
    std::uint64_t refused = 0;
};

struct FleetNode {
    std::string name;      // "web-1#8f14e45f", 1 to 96 octets
    std::string version;   // of the module
    std::string revision;  // of the whole policy
    NodeCounts counts;
    Milliseconds silent{0};  // the time since the last heartbeat
    // A hash of host name, prefix and configuration file. A restart does not
    // change the hash. If a missing node has the same place as the node that
    // reads the list, but another name, the reader has replaced the missing
    // node. Then kNodesScript removes the missing node.
    std::string place;
    // Only in KnownNodes: the time of the first list that lacks the node.
    std::optional<Milliseconds> missed_since{};

    bool is_alive() const { return silent <= kNodeAlive; }
};

// Returns the interval at which one node reads the list, in a fleet of `nodes`.
// All nodes together read the list at most ten times per second.
inline Milliseconds between_lists(std::size_t nodes) {
    constexpr Milliseconds kEach{100};
    return std::max(kEach * static_cast<std::int64_t>(nodes), kHeartbeat);
}

// The script that writes the field of a node.
extern const std::string_view kHeartbeatScript;

// The script that returns the server's time, and then the names and fields of
// nodes: first nodes that are alive, then some of the missing nodes. Removes a
// field if it is older than kNodeKept, if its time is in the future, or if the
// node that reads the list has replaced the node of the field
// (FleetNode::place).
extern const std::string_view kNodesScript;

// Returns the key of the hash of all nodes.
std::string nodes_key(const std::string& prefix);

// Return the arguments of EVAL that follow the script, which is
// kHeartbeatScript or kNodesScript. `self` is the calling node.
std::vector<std::string> heartbeat_arguments(const std::string& prefix,
                                             const FleetNode& self);
std::vector<std::string> nodes_arguments(const std::string& prefix,
                                         const FleetNode& self);

// Parses the answer to kNodesScript. Returns the nodes, sorted by name, or
// nullopt if `answer` is malformed. Skips fields that do not describe a node.
std::optional<std::vector<FleetNode>> read_nodes(
    const std::vector<std::string>& answer);

// The nodes of a fleet that one node knows from the lists of the Valkey or
// Redis server. A server that has lost its data, for example by a restart,
// lists only the nodes that have sent a heartbeat since the loss. KnownNodes
// keeps the other nodes until they have had time to send a heartbeat again.
class KnownNodes {
  public:
    // Updates the nodes. `listed` is the list that the server returned at
    // `now`, sorted by name.
    void hear(std::vector<FleetNode> listed, Milliseconds now);

    // Returns all known nodes, sorted by name.
    const std::vector<FleetNode>& all() const { return nodes_; }
    std::size_t alive() const;

  private:
    // A node that the lists lack for longer than this is forgotten.
    static constexpr Milliseconds kMissed = kNodeAlive + Milliseconds{1000};

    std::vector<FleetNode> nodes_;
};

}  // namespace robots
