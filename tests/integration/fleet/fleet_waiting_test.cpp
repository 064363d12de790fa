// Requests that wait for the fleet's answer, and who asks it at all.

#include <ctime>
#include <nlohmann/json.hpp>

#include "tests/harness/http.hpp"
#include "tests/harness/signer.hpp"
#include "tests/harness/wire.hpp"
#include "tests/integration/fleet/fleet_fixture.hpp"

namespace integration {
namespace {

class FleetWaiting : public FleetTest {
  protected:
    static int delayed_now(Nginx& node) {
        return nlohmann::json::parse(
            node.get("http://example.com/status?format=json")
                .body)["totals"]["delayed_now"];
    }

    Valkey valkey;
};

TEST_F(FleetWaiting, ASignedRequestIsJudgedWhenTheFleetHasAnswered) {
    const robots::tests::Signer agent{1};
    files["agent.json"] = agent.jwks();
    whole_policy(
        "enforce: {crawl_delay: reject, burst: 0}\n"
        "crawlers: [{token: SignBot, keys_file: agent.json}]\n"
        "sites:\n  - host: example.com\n"
        "    groups: [{user_agent: SignBot, crawl_delay: 60s}]\n");
    robots::tests::Signing signing;
    signing.covered = {{"\"@authority\"", "example.com"}};
    signing.created = std::time(nullptr) - 5;
    signing.expires = signing.created + 300;
    signing.key_id = agent.thumbprint();
    const auto ask_signed = [&](Nginx& node) {
        return node.send(Request("http://example.com/page")
                             .agent(kChrome)
                             .header("Signature-Input: " + signing.input())
                             .header("Signature: " + signing.signature(agent)));
    };
    Nginx& first = add_ready_node(valkey.url());
    Nginx& second = add_ready_node(valkey.url());
    const Response passed = ask_signed(first);
    EXPECT_EQ(passed.status, 200);
    EXPECT_EQ(passed.header("X-Fleet"), "shared");
    EXPECT_EQ(ask_signed(second).status, 429);
    EXPECT_EQ(second.violations().size(), 1U);
}

// post_action runs the phases once more while the request still waits.
TEST_F(FleetWaiting, AClientThatLeavesGivesItsPlaceBack) {
    policy_of("crawl_delay: throttle, burst: 0, max_wait: 1m",
              "crawl_delay: 40s");
    Wire wire(valkey.port());
    Nginx& node = add_ready_node(wire.url(),
                                 "location = /left { post_action @after; }\n"
                                 "location @after { try_files /page =404; }\n");
    EXPECT_EQ(ask(node).status, 200);
    wire.dead(true);
    {
        Connection leaving(node.port());
        leaving.send(message("GET /left HTTP/1.1", "example.com",
                             {"User-Agent: " + std::string(kGptBot)}));
        EXPECT_TRUE(await([&] { return delayed_now(node) == 1; }));
    }
    EXPECT_TRUE(await([&] { return delayed_now(node) == 0; }));
}

// The fleet's answer comes when nobody waits for it.
TEST_F(FleetWaiting, AClientThatLeavesPaysNothing) {
    policy_of(kRejects, "crawl_delay: 60s");
    Wire wire(valkey.port());
    Nginx& node = add_ready_node(wire.url());
    wire.dead(true);
    {
        Connection leaving(node.port());
        leaving.send(message("GET /page HTTP/1.1", "example.com",
                             {"User-Agent: " + std::string(kGptBot)}));
        EXPECT_TRUE(await([&] { return delayed_now(node) == 1; }));
    }
    EXPECT_TRUE(await([&] { return delayed_now(node) == 0; }));
    wire.dead(false);
    EXPECT_TRUE(await([&] {
        return contains(valkey.ask({"INFO", "commandstats"}),
                        "cmdstat_evalsha:calls=2,");
    })) << "charged and given back";
    EXPECT_TRUE(valkey.keys("robots:b:*").empty());
}

TEST_F(FleetWaiting, APassWorksOnce) {
    policy_of(kRejects, "crawl_delay: 60s");
    Nginx& first = add_ready_node(valkey.url());
    Nginx& second = add_ready_node(valkey.url());
    EXPECT_EQ(
        first.send(Request("http://example.com/page").agent(kGptBot).as("HEAD"))
            .status,
        200);
    EXPECT_EQ(ask(second).status, 200);
    EXPECT_EQ(ask(first).status, 429) << "the other node's GET has used it";
}

TEST_F(FleetWaiting, AnEarlyGetIsAskedAboutForItsPassMayBeThere) {
    policy_of(kRejects, "crawl_delay: 60s");
    Nginx& first = add_ready_node(valkey.url());
    Nginx& second = add_ready_node(valkey.url());
    EXPECT_EQ(
        first.send(Request("http://example.com/page").agent(kGptBot).as("HEAD"))
            .status,
        200);
    EXPECT_EQ(ask(second, kGptBot, "/other").status, 429);
    EXPECT_TRUE(await([&] { return ask(second).status == 200; }))
        << "the server holds the pass";
}

// Whoever adds the counts up also forgets who was silent for a day.
TEST_F(FleetWaiting, CountsAreAddedUpOnlyForWhoLooksAtThem) {
    policy_of(kRejects, "crawl_delay: 60s");
    valkey.ask({"HSET", "robots:ledger", "gone", "1 x"});
    Nginx& node = add_ready_node(valkey.url());
    const auto written = [&] {
        return valkey.ask({"HGETALL", "robots:ledger"});
    };
    for (int i = 0; i < 2; ++i) {
        const std::string before = written();
        EXPECT_TRUE(await([&] { return written() != before; }));
    }
    EXPECT_EQ(valkey.ask({"HEXISTS", "robots:ledger", "gone"}), "1");
    node.get("http://example.com/status?format=json");
    EXPECT_TRUE(await([&] {
        return valkey.ask({"HEXISTS", "robots:ledger", "gone"}) == "0";
    }));
}

// nginx begins its cache manager as it begins a worker.
TEST_F(FleetWaiting, OnlyWorkersJoinTheFleet) {
    policy_of(kRejects, "crawl_delay: 60s");
    before_fleet = "proxy_cache_path @prefix@/cache keys_zone=cache:1m;";
    const Wire wire(valkey.port());
    add_ready_node(wire.url());
    EXPECT_TRUE(await([&] {
        return contains(valkey.ask({"INFO", "commandstats"}),
                        "cmdstat_eval:calls=4,");
    })) << "two heartbeats at least";
    EXPECT_EQ(wire.connections(), 1);
}

}  // namespace
}  // namespace integration
