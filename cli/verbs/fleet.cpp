// robotsctl fleet: lists the nginx instances that share budgets, and their
// problems.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/http/http_handle.hpp"
#include "cli/options/values.hpp"
#include "cli/output/json.hpp"
#include "cli/output/table.hpp"
#include "cli/output/text.hpp"
#include "cli/verbs/verbs.hpp"
#include "policy/base/text.hpp"
#include "policy/fleet/heartbeat.hpp"

namespace robotsctl {

namespace {

struct FleetOptions {
    std::string url;      // of a location with robots_status; http or https
    std::string ca_file;  // empty: the authorities of the system
    // The number of nodes that must be alive; other nodes may be gone. nullopt:
    // all nodes that were heard in the last day must be alive.
    std::optional<std::size_t> nodes;
    robots::Milliseconds timeout{5000};
    bool json = false;
};

// NOLINTNEXTLINE(bugprone-exception-escape): of nlohmann-json's destructor.
struct FleetState {
    Json fleet;  // as in the status
    Table nodes{{{"Node"},
                 {"Version"},
                 {"Policy"},
                 {"Heard", kRight},
                 {"Judged", kRight},
                 {"Delayed", kRight},
                 {"Refused", kRight},
                 {"State"}}};
    Table servers{{{"Server"}, {"State"}}};
    // One line for each problem. Empty if the fleet is complete and consistent.
    std::vector<std::string> problems;
};

Unusable problem_with(const FleetOptions& options, const std::string& problem) {
    return Unusable(options.url + ": " + problem);
}

// Gets the JSON of a node's status page. Follows no redirect, because the
// answer must come from the node itself. Throws Unusable.
std::string ask_status(const FleetOptions& options) {
    constexpr long kOk = 200;
    constexpr long kForbidden = 403;
    constexpr std::size_t kMostOctets = std::size_t{2} << 20;
    const std::string page =
        options.url.substr(0, options.url.find_first_of("?#"));
    std::string body;
    HttpHandle easy(HttpHandle::Schemes::http_and_https, options.ca_file, body,
                    kMostOctets);
    const CURLcode result = easy.ask(page + "?format=json", options.timeout);
    const long status = easy.status();
    if (easy.is_too_long()) {
        throw problem_with(options, "the answer has more than 2 MiB");
    }
    if (result != CURLE_OK) {
        throw problem_with(options, easy.text_of(result));
    }
    if (status == kForbidden) {
        throw problem_with(
            options,
            "the server answered with status 403; run this on the node itself, "
            "or write `robots_status any;` in nginx.conf, with `allow` and "
            "`deny` beside it");
    }
    if (status != kOk) {
        throw problem_with(options, "the server answered with status " +
                                        std::to_string(status));
    }
    return body;
}

// Parses JSON. If the text is nested deeper than any status, the result is not
// an object. This limits the memory: a list or an object takes far more memory
// than its brackets.
Json parse_flat(const std::string& text) {
    constexpr int kMostNested = 16;
    bool is_deep = false;
    return Json::parse(
        text,
        [&is_deep](int depth, Json::parse_event_t, Json&) {
            is_deep = is_deep || depth > kMostNested;
            return !is_deep;
        },
        false);
}

// Returns the policy revision that most living nodes run. If two revisions are
// equally frequent, prefers the revision of `self`, and then the first revision
// in alphabetical order.
std::string usual_revision(const Json& nodes, const std::string& self) {
    std::map<std::string, std::size_t> count;
    std::string usual;
    for (const Json& node : nodes) {
        if (node.at("alive").get<bool>()) {
            const auto revision = node.at("revision").get<std::string>();
            ++count[revision];
            usual = node.at("name") == self ? revision : usual;
        }
    }
    for (const auto& [revision, times] : count) {
        if (usual.empty() || times > count[usual]) {
            usual = revision;
        }
    }
    return usual;
}

// Adds the row of a node and its problems. A node that is gone is a problem
// unless `may_be_gone` is true. Returns whether the node is alive.
bool take_node(const Json& node, const std::string& usual, bool may_be_gone,
               FleetState& state) {
    const auto text = [&node](const char* name) {
        return node.at(name).get<std::string>();
    };
    const auto count = [&node](const char* name) {
        return count_text(node.at(name).get<std::uint64_t>());
    };
    const std::string heard = count_text(static_cast<std::uint64_t>(std::max(
                                  node.at("silent").get<double>(), 0.0))) +
                              " s";
    const std::string name = robots::cited(text("name"));
    const bool is_alive = node.at("alive").get<bool>();
    const bool is_other = is_alive && text("revision") != usual;
    state.nodes.add({text("name"), text("version"), text("revision"), heard,
                     count("judged"), count("delayed"), count("refused"),
                     is_other   ? "other policy"
                     : is_alive ? "alive"
                                : "missing"});
    if (!is_alive && !may_be_gone) {
        state.problems.push_back("node " + name + " is missing: last heard " +
                                 heard + " ago");
    }
    if (is_other) {
        state.problems.push_back(
            "node " + name + " runs another policy than the others: revision " +
            robots::cited(text("revision")) + " instead of " +
            robots::cited(usual));
    }
    return is_alive;
}

void judge_nodes(FleetState& state, std::optional<std::size_t> expected) {
    const Json& nodes = state.fleet.at("nodes");
    const std::string usual =
        usual_revision(nodes, state.fleet.at("node").get<std::string>());
    std::size_t alive = 0;
    for (const Json& node : nodes) {
        alive += take_node(node, usual, expected.has_value(), state) ? 1 : 0;
    }
    if (expected && alive < *expected) {
        state.problems.push_back("expected " + counted(*expected, "node") +
                                 ", found " + std::to_string(alive));
    } else if (alive == 0) {
        state.problems.emplace_back("no node was heard lately");
    }
}

void judge_servers(FleetState& state) {
    for (const Json& server : state.fleet.at("servers")) {
        const auto url = server.at("url").get<std::string>();
        const bool is_up = server.at("up").get<bool>();
        state.servers.add({url, is_up ? "answers" : "down"});
        if (!is_up) {
            state.problems.push_back("server " + robots::cited(url) +
                                     " does not answer");
        }
    }
}

// Reads a status as JSON. Throws Unusable.
FleetState read_fleet(const FleetOptions& options, const std::string& status) {
    const Json document = parse_flat(status);
    if (!document.is_object() || !document.contains("server") ||
        !document["server"].is_object()) {
        throw problem_with(
            options,
            "the answer is not a status of this module; expected the URL of a "
            "location with `robots_status`");
    }
    if (!document["server"].contains("fleet")) {
        throw problem_with(
            options, "this nginx is in no fleet; it has no `robots_fleet`");
    }
    FleetState state;
    state.fleet = document["server"]["fleet"];
    try {
        judge_servers(state);
        judge_nodes(state, options.nodes);
    } catch (const Json::exception&) {
        throw problem_with(
            options,
            "the status says of its fleet what this robotsctl cannot read");
    }
    return state;
}

int show(const FleetOptions& options) {
    FleetState state = read_fleet(options, ask_status(options));
    if (options.json) {
        state.fleet["problems"] = state.problems;
        print(state.fleet);
    } else {
        std::cout << state.nodes.text() << '\n'
                  << state.servers.text() << std::flush;
        for (const std::string& each : state.problems) {
            complain(each);
        }
    }
    return state.problems.empty() ? kFine : kNo;
}

}  // namespace

void add_fleet(CLI::App& app, Run& run) {
    auto [verb, options] = add_verb<FleetOptions>(
        app, run, "fleet",
        "show which nginx share budgets, and what is wrong with them", show);
    verb.add_option("URL", options.url,
                    "a location with robots_status on any node")
        ->type_name("URL")
        ->required();
    verb.add_option("--nodes", options.nodes,
                    "so many nodes must be alive, whoever was there before")
        ->type_name("NUMBER")
        ->check(whole_number(1, robots::kMaxNodes));
    add_duration(verb, "--timeout", options.timeout, robots::Milliseconds{1},
                 std::chrono::hours(1), "how long the node has to answer");
    verb.add_option("--ca-file", options.ca_file,
                    "certificates to trust instead of the system's")
        ->type_name("FILE")
        ->check(readable_file());
    verb.add_flag("--json", options.json, "print JSON");
}

}  // namespace robotsctl
