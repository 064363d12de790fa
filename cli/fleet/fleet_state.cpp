#include "cli/fleet/fleet_state.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include "cli/output/text.hpp"
#include "policy/base/text.hpp"

namespace robotsctl {

namespace {

// Whether lists and objects are nested deeper than in any status: each takes
// far more memory than its bracket.
bool is_deep(std::string_view json) {
    constexpr std::size_t kMostNested = 16;
    std::size_t open = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < json.size() && open <= kMostNested; ++i) {
        const char c = json[i];
        if (c == '"') {
            in_string = !in_string;
        } else if (in_string) {
            i += c == '\\' ? 1 : 0;
        } else if (c == '[' || c == '{') {
            ++open;
        } else if ((c == ']' || c == '}') && open > 0) {
            --open;
        }
    }
    return open > kMostNested;
}

FleetNodeRow node_of(const Json& node) {
    FleetNodeRow row;
    row.name = node.at("name").get<std::string>();
    row.version = node.at("version").get<std::string>();
    row.revision = node.at("revision").get<std::string>();
    row.silent = node.at("silent").get<double>();
    const Json& requests = node.at("requests");
    row.judged = requests.at("judged").get<std::uint64_t>();
    row.delayed = requests.at("delayed").get<std::uint64_t>();
    row.refused = requests.at("refused").get<std::uint64_t>();
    row.state =
        node.at("alive").get<bool>() ? NodeState::alive : NodeState::missing;
    return row;
}

// The policy that most living nodes run; of two that are as many, that of
// `self`, or else the first by name.
std::string usual_revision(const std::vector<FleetNodeRow>& nodes,
                           const std::string& self) {
    std::map<std::string, std::size_t> count;
    std::string own;
    for (const FleetNodeRow& node : nodes) {
        if (node.state == NodeState::alive) {
            ++count[node.revision];
            own = node.name == self ? node.revision : own;
        }
    }
    std::string usual = own;
    for (const auto& [revision, times] : count) {
        if (usual.empty() || times > count[usual]) {
            usual = revision;
        }
    }
    return usual;
}

void judge_nodes(FleetState& state, const std::string& self,
                 std::optional<std::size_t> expected) {
    const std::string usual = usual_revision(state.nodes, self);
    std::size_t alive = 0;
    for (FleetNodeRow& node : state.nodes) {
        if (node.state == NodeState::missing) {
            if (!expected) {
                state.problems.push_back("node " + robots::quoted(node.name) +
                                         " is missing: last heard " +
                                         heard_text(node) + " ago");
            }
            continue;
        }
        ++alive;
        if (node.revision != usual) {
            node.state = NodeState::other_policy;
            state.problems.push_back(
                "node " + robots::quoted(node.name) +
                " runs another policy than the others: revision " +
                robots::quoted(node.revision) + " instead of " +
                robots::quoted(usual));
        }
    }
    if (expected && alive < *expected) {
        state.problems.push_back("expected " + counted(*expected, "node") +
                                 ", found " + std::to_string(alive));
    } else if (alive == 0) {
        state.problems.emplace_back("no node was heard lately");
    }
}

}  // namespace

std::string heard_text(const FleetNodeRow& node) {
    return count_text(static_cast<std::uint64_t>(std::max(node.silent, 0.0))) +
           " s";
}

std::optional<FleetState> read_fleet(const std::string& status,
                                     std::optional<std::size_t> nodes,
                                     std::string& error) {
    const Json document =
        is_deep(status) ? Json() : Json::parse(status, nullptr, false);
    if (!document.is_object() || !document.contains("server") ||
        !document["server"].is_object()) {
        error =
            "the answer is not a status of this module; expected the URL of a "
            "location with `robots_status`";
        return std::nullopt;
    }
    if (!document["server"].contains("fleet")) {
        error = "this nginx is in no fleet; it has no `robots_fleet`";
        return std::nullopt;
    }
    FleetState state;
    state.fleet = document["server"]["fleet"];
    try {
        for (const Json& server : state.fleet.at("servers")) {
            state.servers.push_back({server.at("url").get<std::string>(),
                                     server.at("up").get<bool>()});
            if (!state.servers.back().is_up) {
                state.problems.push_back(
                    "server " + robots::quoted(state.servers.back().url) +
                    " does not answer");
            }
        }
        for (const Json& node : state.fleet.at("nodes")) {
            state.nodes.push_back(node_of(node));
        }
        judge_nodes(state, state.fleet.at("node").get<std::string>(), nodes);
    } catch (const Json::exception&) {
        error = "the status says of its fleet what this robotsctl cannot read";
        return std::nullopt;
    }
    return state;
}

}  // namespace robotsctl
