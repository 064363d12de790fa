// What the nginx of a fleet tell each other, every two seconds: that they are
// there, which policy they run and what they have counted. Each has one field
// of one hash, PREFIX:nodes, and writes its counts as they are, not what came
// since: whatever is lost or sent twice, nothing is counted twice.
//
// To write costs the server the same in a fleet of any size. To read costs it
// more the more nodes there are, so that is done seldom in a large fleet.

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
// A node that is silent for longer is missing.
constexpr Milliseconds kNodeAlive{7000};
// And after this time it is forgotten.
constexpr Milliseconds kNodeKept{24 * 3600 * 1000};
constexpr std::size_t kMaxNodes = 4096;

// Requests, since the node's zone was made.
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
    Milliseconds silent{0};  // since its last heartbeat
    // What an nginx has in common with the one that ran in its place before:
    // one of another name that is missing was ended, and is not missed.
    std::string place;
    // Of KnownNodes: since when the server's lists lack it.
    std::optional<Milliseconds> missed_since{};

    bool is_alive() const { return silent <= kNodeAlive; }
};

// How often one node reads the others: so that in a fleet of any size, the
// server is asked for the list of all nodes ten times a second at most.
inline Milliseconds between_lists(std::size_t nodes) {
    constexpr Milliseconds kEach{100};
    return std::max(kEach * static_cast<std::int64_t>(nodes), kHeartbeat);
}

// Writes a node's field, with the server's time before it.
extern const std::string_view kHeartbeatScript;

// The hash of all nodes.
std::string nodes_key(const std::string& prefix);

// What comes after EVAL and the script.
std::vector<std::string> heartbeat_arguments(const std::string& prefix,
                                             const FleetNode& self);

struct HeardNodes {
    std::vector<FleetNode> nodes;   // in the order of their names
    std::vector<std::string> gone;  // fields that should be removed
};

// Reads all fields of the hash, and what the server answers to TIME after that.
// `self` reads. nullopt: that is no such answer. What somebody else put there
// is left out.
std::optional<HeardNodes> read_nodes(const std::vector<std::string>& fields,
                                     const std::vector<std::string>& time,
                                     const FleetNode& self);

// The nginx of a fleet, as one of them knows it from the lists that the server
// gives it. A server that has lost its keys lists only those that it has heard
// since: the others are not forgotten before they had time to be heard again.

class KnownNodes {
  public:
    // What the server has listed `now`, in the order of names.
    void hear(std::vector<FleetNode> listed, Milliseconds now);

    // In the order of their names.
    const std::vector<FleetNode>& all() const { return nodes_; }
    std::size_t alive() const;

  private:
    // So long a node is not listed before it is forgotten.
    static constexpr Milliseconds kMissed = kNodeAlive + Milliseconds{1000};

    std::vector<FleetNode> nodes_;
};

}  // namespace robots
