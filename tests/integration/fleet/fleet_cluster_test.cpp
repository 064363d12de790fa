// A Valkey or Redis Cluster as a fleet's server: its nodes say which one of
// them has the fleet's keys.

#include <string>
#include <vector>

#include "tests/integration/fleet/fleet_fixture.hpp"

namespace integration {
namespace {

// Two nodes, each with half of the slots.
class FleetCluster : public FleetTest {
  protected:
    void SetUp() override {
        policy_of(kRejects, "crawl_delay: 60s");
        low_.ask({"CLUSTER", "ADDSLOTSRANGE", "0", "8191"});
        high_.ask({"CLUSTER", "ADDSLOTSRANGE", "8192", "16383"});
        ASSERT_EQ(
            low_.ask({"CLUSTER", "MEET", "127.0.0.1",
                      std::to_string(high_.port()), std::to_string(high_bus_)}),
            "OK");
        for (const Valkey* node : {&low_, &high_}) {
            ASSERT_TRUE(await(
                [&] {
                    return contains(node->ask({"CLUSTER", "INFO"}),
                                    "cluster_state:ok");
                },
                20s));
        }
    }

    // The node that has the fleet's keys, and the other one.
    const Valkey& owner() const { return is_low() ? low_ : high_; }
    const Valkey& other() const { return is_low() ? high_ : low_; }
    bool is_low() const { return std::stoi(slot()) < 8192; }
    std::string slot() const {
        return low_.ask({"CLUSTER", "KEYSLOT", "{robots}:secret"});
    }

  private:
    static std::vector<std::string> clustered(int bus) {
        return {"--cluster-enabled", "yes", "--cluster-port",
                std::to_string(bus)};
    }

    int low_bus_ = free_port();
    int high_bus_ = free_port();
    Valkey low_{clustered(low_bus_)};
    Valkey high_{clustered(high_bus_)};
};

TEST_F(FleetCluster, WhoHasTheKeysIsAsked) {
    Nginx& first = add_ready_node(owner().url());
    Nginx& second = add_ready_node(other().url());
    EXPECT_EQ(ask(first).status, 200);
    const Response refused = ask(second);
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(refused.header("X-Fleet"), "shared");
    EXPECT_TRUE(contains(second.error_log(),
                         other().url() +
                             " has the keys of this fleet at 127.0.0.1:" +
                             std::to_string(owner().port())));
    EXPECT_FALSE(contains(first.error_log() + second.error_log(), "[warn]"));
    EXPECT_TRUE(await([&] {
        return contains(metrics(first), "robots_fleet_nodes 2\n") &&
               contains(metrics(second), "robots_fleet_nodes 2\n");
    }));
}

TEST_F(FleetCluster, WhoNamesTheOwnerIsNotDown) {
    Nginx& node = add_ready_node(other().url() + " " + owner().url());
    EXPECT_EQ(ask(node).header("X-Fleet"), "shared");
    for (const Valkey* each : {&other(), &owner()}) {
        EXPECT_TRUE(contains(metrics(node), "robots_fleet_up{server=\"" +
                                                each->url() + "\"} 1\n"))
            << metrics(node);
    }
}

TEST_F(FleetCluster, ASlotThatMovesIsFollowed) {
    Nginx& node = add_ready_node(owner().url());
    EXPECT_EQ(ask(node).header("X-Fleet"), "shared");
    owner().ask({"FLUSHALL"});
    const std::string id = other().ask({"CLUSTER", "MYID"});
    for (const Valkey* each : {&other(), &owner()}) {
        EXPECT_EQ(each->ask({"CLUSTER", "SETSLOT", slot(), "NODE", id}), "OK");
    }
    EXPECT_TRUE(await_answer(node, [&](const Response& answer) {
        EXPECT_EQ(answer.status, 200);
        return !other().keys("{robots}:b:*").empty();
    }));
    EXPECT_TRUE(await_shared(node));
}

}  // namespace
}  // namespace integration
