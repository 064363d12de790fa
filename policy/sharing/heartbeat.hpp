// What the nginx of a fleet tell each other, every two seconds: that they are
// there, which policy they run and what they have counted. Each has one field
// of one hash, PREFIX:nodes, and writes its counts as they are, not what came
// since: whatever is lost or sent twice, nothing is counted twice.

#ifndef ROBOTS_POLICY_SHARING_HEARTBEAT_HPP
#define ROBOTS_POLICY_SHARING_HEARTBEAT_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "policy/base/time.hpp"

namespace robots {

constexpr Milliseconds kHeartbeat{2000};
// A node that is silent for longer is missing.
constexpr Milliseconds kNodeAlive{7000};
constexpr std::size_t kMaxNodes = 256;

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

    bool is_alive() const { return silent <= kNodeAlive; }
};

std::string heartbeat_script();

// What comes after EVAL and the script. Without `self` nothing is written.
std::vector<std::string> heartbeat_arguments(const std::string& prefix,
                                             const FleetNode* self);

// The nodes that an answer lists, in the order of their names; nullopt: it is
// no such answer. Fields that somebody else put there are left out.
std::optional<std::vector<FleetNode>> read_heartbeat(
    const std::vector<std::string>& answer);

}  // namespace robots

#endif
