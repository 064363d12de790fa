// What a node's status says of its fleet, and what is wrong with the fleet.

#ifndef ROBOTS_CLI_FLEET_FLEET_STATE_HPP
#define ROBOTS_CLI_FLEET_FLEET_STATE_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/output/json.hpp"

namespace robotsctl {

enum class NodeState { alive, missing, other_policy };

struct FleetNodeRow {
    std::string name;
    std::string version;
    std::string revision;
    double silent = 0;  // seconds
    std::uint64_t judged = 0;
    std::uint64_t delayed = 0;
    std::uint64_t refused = 0;
    NodeState state = NodeState::alive;
};

// "12 s", since it was last heard.
std::string heard_text(const FleetNodeRow& node);

struct FleetServerRow {
    std::string url;
    bool is_up = false;
};

// NOLINTNEXTLINE(bugprone-exception-escape): of nlohmann-json's destructor.
struct FleetState {
    Json fleet;  // as the status has it
    std::vector<FleetNodeRow> nodes;
    std::vector<FleetServerRow> servers;
    // Each a line; empty: the fleet is whole.
    std::vector<std::string> problems;
};

// Reads a status as JSON. `nodes`: so many must be alive, and those that are
// gone do not count as missing; nullopt: all that were heard in the last day
// must be alive. On failure `error` says why.
std::optional<FleetState> read_fleet(const std::string& status,
                                     std::optional<std::size_t> nodes,
                                     std::string& error);

}  // namespace robotsctl

#endif
