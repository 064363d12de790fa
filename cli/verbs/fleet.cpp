// robotsctl fleet: which nginx share budgets, and what is wrong with them.

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "cli/fleet/fleet_state.hpp"
#include "cli/fleet/status_request.hpp"
#include "cli/options/values.hpp"
#include "cli/output/json.hpp"
#include "cli/output/table.hpp"
#include "cli/output/text.hpp"
#include "cli/verbs/verbs.hpp"
#include "policy/sharing/heartbeat.hpp"

namespace robotsctl {

namespace {

constexpr double kLongestTimeout = 3600;

struct FleetOptions {
    StatusRequest request;
    std::optional<std::size_t> nodes;
    double timeout = 5;  // in seconds
    bool json = false;
};

std::string text_of(NodeState state) {
    switch (state) {
        case NodeState::alive:
            return "alive";
        case NodeState::missing:
            return "missing";
        case NodeState::other_policy:
            break;
    }
    return "other policy";
}

void print_tables(const FleetState& state) {
    Table nodes({{"Node"},
                 {"Version"},
                 {"Policy"},
                 {"Heard", Align::right},
                 {"Judged", Align::right},
                 {"Delayed", Align::right},
                 {"Refused", Align::right},
                 {"State"}});
    for (const FleetNodeRow& node : state.nodes) {
        nodes.add({node.name, node.version, node.revision, heard_text(node),
                   count_text(node.judged), count_text(node.delayed),
                   count_text(node.refused), text_of(node.state)});
    }
    Table servers({{"Server"}, {"State"}});
    for (const FleetServerRow& server : state.servers) {
        servers.add({server.url, server.is_up ? "answers" : "down"});
    }
    std::cout << nodes.text() << '\n' << servers.text();
}

int show(FleetOptions& options) {
    options.request.timeout = std::chrono::milliseconds(
        static_cast<std::int64_t>(options.timeout * 1000));
    const StatusAnswer answer = ask_status(options.request);
    if (!answer.problem.empty()) {
        complain(options.request.url + ": " + answer.problem);
        return kUnusable;
    }
    std::string error;
    auto state = read_fleet(answer.body, options.nodes, error);
    if (!state) {
        complain(options.request.url + ": " + error);
        return kUnusable;
    }
    if (options.json) {
        state->fleet["problems"] = state->problems;
        print(state->fleet);
    } else {
        print_tables(*state);
        std::cout.flush();
        for (const std::string& problem : state->problems) {
            complain(problem);
        }
    }
    return state->problems.empty() ? kFine : kNo;
}

}  // namespace

void add_fleet(CLI::App& app, Run& run) {
    auto options = std::make_shared<FleetOptions>();
    CLI::App* verb = app.add_subcommand(
        "fleet", "show which nginx share budgets, and what is wrong with them");
    verb->add_option("URL", options->request.url,
                     "a location with robots_status on any node")
        ->type_name("URL")
        ->required();
    verb->add_option("--nodes", options->nodes,
                     "so many nodes must be alive, whoever was there before")
        ->type_name("NUMBER")
        ->check(whole_number(1, robots::kMaxNodes));
    verb->add_option("--timeout", options->timeout,
                     "how long the node has to answer; default 5")
        ->type_name("SECONDS")
        ->check(seconds_between(0.001, kLongestTimeout));
    verb->add_option("--ca-file", options->request.ca_file,
                     "certificates to trust instead of the system's")
        ->type_name("FILE")
        ->check(readable_file());
    verb->add_flag("--json", options->json, "print JSON");
    verb->callback(
        [options, &run] { run = [options] { return show(*options); }; });
}

}  // namespace robotsctl
