// The heartbeat: every two seconds each nginx of a fleet writes that it is
// alive, which policy it runs and what it has counted. Each nginx has one field
// of one hash, PREFIX:nodes: the server's time in milliseconds, and the node's
// text. It writes totals, not differences, so that a text that is lost or sent
// twice changes no count.
//
// Writing costs the server the same in a fleet of any size. Reading costs more
// the more nodes there are, so nodes of a large fleet read less often.

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
// A node that is silent for longer than this is forgotten.
constexpr Milliseconds kNodeKept{24 * 3600 * 1000};
// A list has no more nodes than this, and no more missing ones than this.
constexpr std::size_t kMaxNodes = 4096;
constexpr std::size_t kMaxMissing = 64;

// Counts of requests since the node's zone was made.
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
    // A hash of host name, prefix and configuration file, which a restart does
    // not change. If a missing node has the place of the reading node, but
    // another name, the reader has replaced it: it is removed.
    std::string place;
    // In KnownNodes: the time since which the server's lists lack the node.
    std::optional<Milliseconds> missed_since{};

    bool is_alive() const { return silent <= kNodeAlive; }
};

// Returns the interval at which one node reads the list of all `nodes`. All
// nodes together read it at most ten times per second.
inline Milliseconds between_lists(std::size_t nodes) {
    constexpr Milliseconds kEach{100};
    return std::max(kEach * static_cast<std::int64_t>(nodes), kHeartbeat);
}

// Writes a node's field.
extern const std::string_view kHeartbeatScript;

// Returns the server's time, and then the names and fields of the nodes: the
// living ones, and then some of the missing ones. Removes the fields that are
// older than kNodeKept, that are of a time to come, or whose node the reading
// node has replaced.
extern const std::string_view kNodesScript;

// Returns the key of the hash of all nodes.
std::string nodes_key(const std::string& prefix);

// Return the arguments of EVAL after kHeartbeatScript and kNodesScript. `self`
// is the node that asks.
std::vector<std::string> heartbeat_arguments(const std::string& prefix,
                                             const FleetNode& self);
std::vector<std::string> nodes_arguments(const std::string& prefix,
                                         const FleetNode& self);

// Reads the answer to kNodesScript. Returns the nodes in the order of their
// names; nullopt if this is not a well-formed answer. Fields that do not
// describe a node are skipped.
std::optional<std::vector<FleetNode>> read_nodes(
    const std::vector<std::string>& answer);

// The nodes of a fleet, as one node knows them from the server's lists. A
// server that has lost its keys lists only nodes that were heard since then.
// The other nodes are kept until they have had time to write again.

class KnownNodes {
  public:
    // Takes the list that the server gave at `now`, in the order of names.
    void hear(std::vector<FleetNode> listed, Milliseconds now);

    // All known nodes, in the order of their names.
    const std::vector<FleetNode>& all() const { return nodes_; }
    std::size_t alive() const;

  private:
    // A node that the lists lack for longer than this is forgotten.
    static constexpr Milliseconds kMissed = kNodeAlive + Milliseconds{1000};

    std::vector<FleetNode> nodes_;
};

}  // namespace robots
