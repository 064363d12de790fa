// Eight nginx of one fleet, under load.

#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "tests/faults/fault_fixture.hpp"
#include "tests/harness/valkey.hpp"

namespace integration {

class FleetFaultTest : public FaultTest {
  protected:
    static constexpr int kNodes = 8;

    // So long each fault lasts: ROBOTS_FLEET_SECONDS (default 20).
    static Milliseconds length() {
        return std::chrono::seconds(
            std::stoi(environment("ROBOTS_FLEET_SECONDS", "20")));
    }

    // A policy whose sites "site0.example" and so on each have one group.
    static std::string policy_of(int sites, const std::string& enforce,
                                 const std::string& group) {
        std::string text = "version: 1\nenforce: {" + enforce + "}\nsites:\n";
        for (int i = 0; i < sites; ++i) {
            text += "  - host: site" + std::to_string(i) +
                    ".example\n    groups: [{user_agent: '*', " + group +
                    "}]\n";
        }
        return text;
    }

    // One more nginx; `fleet` are the arguments of robots_fleet.
    Nginx& start_node(const std::string& policy, const std::string& fleet) {
        nodes_.push_back(std::make_unique<Nginx>());
        Nginx& node = *nodes_.back();
        node.file("policy.yaml", policy);
        node.http =
            "keepalive_requests 100000000; keepalive_timeout "
            "7d;\nrobots_policy policy.yaml; "
            "robots on; robots_fleet " +
            fleet +
            ";\nserver { listen 127.0.0.1:@web@; "
            "location / { empty_gif; }\n"
            "location = /status { robots_status any; } }";
        node.start();
        return node;
    }

    // Until each knows all the others.
    void await_fleet() {
        const std::string all =
            "robots_fleet_nodes " + std::to_string(nodes_.size()) + "\n";
        for (const auto& node : nodes_) {
            EXPECT_TRUE(
                await([&] { return contains(metrics(*node), all); }, 20s));
        }
    }

    std::vector<int> ports() {
        std::vector<int> all;
        for (const auto& node : nodes_) {
            all.push_back(node->port());
        }
        return all;
    }

    static std::string metrics(Nginx& node) {
        return node.get("http://site0.example/status?format=prometheus").body;
    }

    Valkey valkey_;
    std::vector<std::unique_ptr<Nginx>> nodes_;
};

}  // namespace integration
