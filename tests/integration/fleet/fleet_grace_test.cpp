// Nodes of a fleet agree which robots.txt a crawler was served.

#include "tests/integration/fleet/fleet_fixture.hpp"

namespace integration {
namespace {

class FleetGrace : public FleetTest {
  protected:
    // Two nodes with a looser policy.
    void SetUp() override {
        policy_of(kRejects + std::string(", grace: 1h"), "crawl_delay: 1ms");
        a = &add_ready_node(valkey.url());
        b = &add_ready_node(valkey.url());
    }

    // The stricter one.
    void make_stricter(Nginx& node) {
        policy_of(kRejects + std::string(", grace: 1h"), "crawl_delay: 1ms",
                  "[/private, /page]");
        change_policy(node);
        EXPECT_TRUE(await(
            [&] { return ask(node, kGptBot).header("X-Fleet") == "shared"; }));
    }

    static void fetch(Nginx& node) {
        EXPECT_EQ(ask(node, kGptBot, "/robots.txt").status, 200);
    }

    Valkey valkey;
    Nginx* a = nullptr;
    Nginx* b = nullptr;
};

TEST_F(FleetGrace, AFetchAtOneNodeCountsAtAll) {
    make_stricter(*a);
    make_stricter(*b);
    EXPECT_EQ(ask(*b).status, 200) << "it does not know the rule yet";
    fetch(*a);
    EXPECT_TRUE(await([&] { return valkey.keys("{robots}:f:*").size() == 1; }));
    EXPECT_EQ(ask(*b).status, 403);
    EXPECT_EQ(ask(*b).status, 403);
    EXPECT_TRUE(await([&] { return valkey.keys("{robots}:b:*").empty(); }))
        << "a request that its path refuses costs nothing";
}

TEST_F(FleetGrace, WhoFetchedTheOlderOneAnywhereIsBoundByNoRuleOfTheNewer) {
    fetch(*a);
    make_stricter(*b);
    EXPECT_EQ(ask(*b).status, 200);
    fetch(*a);
    EXPECT_EQ(ask(*b).status, 200) << "a still serves the older one";
    make_stricter(*a);
    EXPECT_EQ(ask(*a).status, 200);
    EXPECT_EQ(ask(*b).status, 200);
}

TEST_F(FleetGrace, AFetchIsKeptForAsLongAsItCanMatter) {
    fetch(*a);
    ASSERT_TRUE(await([&] { return valkey.keys("{robots}:f:*").size() == 1; }));
    const int left =
        std::stoi(valkey.ask({"PTTL", valkey.keys("{robots}:f:*")[0]}));
    EXPECT_GT(left, 3500000);
    EXPECT_LE(left, 3600000);
}

// The node knows a newer robots.txt than the answer names: its request needs
// one budget less, which is given back without the pass.
TEST_F(FleetGrace, AHeadThatIsPlannedAgainLeavesItsPass) {
    const std::string enforce = kRejects + std::string(", grace: 1h");
    policy_of(enforce, "crawl_delay: 60s");
    change_policy(*a);
    change_policy(*b);
    policy_of(enforce, "crawl_delay: 60s, request_rate: 1/90s");
    change_policy(*b);
    // The new worker may not be connected yet.
    ASSERT_TRUE(await([&] {
        fetch(*b);
        return valkey.keys("{robots}:f:*").size() == 1;
    }));
    const auto fetched = [&] {
        return valkey.ask({"GET", valkey.keys("{robots}:f:*")[0]});
    };
    const std::string newer = fetched();
    fetch(*a);
    EXPECT_TRUE(await([&] { return fetched() != newer; }));
    EXPECT_EQ(
        b->send(Request("http://example.com/page").agent(kGptBot).as("HEAD"))
            .status,
        200);
    EXPECT_TRUE(await([&] { return valkey.keys("{robots}:b:*").size() == 1; }))
        << "what the older one does not ask for is given back";
    EXPECT_EQ(ask(*b).status, 200) << "the GET of that HEAD";
    EXPECT_EQ(ask(*b).status, 429);
}

}  // namespace
}  // namespace integration
