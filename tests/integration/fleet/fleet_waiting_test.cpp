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

    // How often the server has run a command.
    int calls(const std::string& command) const {
        const std::string text = valkey.ask({"INFO", "commandstats"});
        const std::string name = "cmdstat_" + command + ":calls=";
        const std::size_t start = text.find(name);
        return start == std::string::npos
                   ? 0
                   : std::stoi(text.substr(start + name.size()));
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

// One network has four places for throttled requests here, and its own places
// for those that wait for the fleet.
TEST_F(FleetWaiting, TheFleetIsAskedWhileThrottledRequestsFillThePlaces) {
    policy_of("crawl_delay: throttle, burst: 0, max_wait: 60s",
              "crawl_delay: 14s");
    connections = 64;
    Nginx& node = add_ready_node(valkey.url());
    EXPECT_EQ(ask(node).status, 200);
    std::vector<std::unique_ptr<Connection>> delayed;
    for (int i = 0; i < 4; ++i) {
        delayed.push_back(std::make_unique<Connection>(node.port()));
        delayed.back()->send(message("GET /page HTTP/1.1", "example.com",
                                     {"User-Agent: " + std::string(kGptBot)}));
    }
    EXPECT_TRUE(await([&] { return delayed_now(node) == 4; }));
    const Response refused = ask(node);
    EXPECT_EQ(refused.status, 429) << "no place is left to wait";
    EXPECT_EQ(refused.header("X-Fleet"), "shared");
    const Response other = ask(node, kClaudeBot);
    EXPECT_EQ(other.status, 200);
    EXPECT_EQ(other.header("X-Fleet"), "shared");
    EXPECT_TRUE(contains(metrics(node),
                         "robots_fleet_requests_total{result=\"error\"} 0\n"));
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
    EXPECT_TRUE(valkey.keys("{robots}:b:*").empty());
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

TEST_F(FleetWaiting, CountsAreReadOnlyForWhoLooksAtThem) {
    policy_of(kRejects, "crawl_delay: 60s");
    Nginx& node = add_ready_node(valkey.url());
    EXPECT_EQ(ask(node).status, 200);
    EXPECT_TRUE(await(
        [&] { return valkey.keys("{robots}:ledger:*").size() == 1; }, 20s));
    const int before = calls("get");
    EXPECT_TRUE(contains(
        node.get("http://example.com/status?format=json").body,
        "\"crawlers\":[{\"crawler\":\"GPTBot\",\"robots_txt\":0,\"judged\":1"))
        << "at the first look";
    EXPECT_EQ(calls("get"), before + 1);
}

// Each worker has a connection, and one of them a heart.
TEST_F(FleetWaiting, OneWorkerOfANodeWritesAndListsTheOthers) {
    policy_of(kRejects, "crawl_delay: 60s");
    workers = 4;
    Nginx& node = add_ready_node(valkey.url());
    EXPECT_TRUE(await([&] { return calls("hset") >= 3; }, 20s));
    EXPECT_EQ(calls("set"), 4) << "the secret, by four";
    EXPECT_LE(calls("hgetall"), calls("hset"));
    EXPECT_TRUE(contains(metrics(node), "robots_fleet_nodes 1\n"));
}

// It has another zone, and so another name.
TEST_F(FleetWaiting, WhoWasInThePlaceOfANodeBeforeIsNotMissed) {
    policy_of(kRejects, "crawl_delay: 60s");
    Nginx& node = add_ready_node(valkey.url());
    const auto own = [&] {
        return lines_of(valkey.ask({"HGETALL", "{robots}:nodes"}));
    };
    ASSERT_TRUE(await([&] { return own().size() == 2; }));
    const std::string text = own()[1];
    const std::string rest = text.substr(text.find(' '));
    const std::string minute_ago =
        std::to_string(std::stoll(text) - 60000) + rest;
    valkey.ask({"HSET", "{robots}:nodes", "old#1", minute_ago});
    valkey.ask({"HSET", "{robots}:nodes", "far#2", minute_ago + "x"});
    EXPECT_TRUE(await([&] {
        return valkey.ask({"HEXISTS", "{robots}:nodes", "old#1"}) == "0";
    }));
    EXPECT_TRUE(contains(node.get("http://example.com/status?format=json").body,
                         "{\"name\":\"far#2\""))
        << "another's is missed for a day";
}

// More fields than one answer may have, each as long as a real one.
TEST_F(FleetWaiting, ManyMissingNodesHideNoLivingOne) {
    policy_of(kRejects, "crawl_delay: 60s");
    constexpr const char* kFill =
        "local time = redis.call('TIME')\n"
        "for i = 1, 9000 do\n"
        "  local age = i <= 3000 and 25 * 3600 or 600\n"
        "  redis.call('HSET', KEYS[1], 'web-' .. i .. '#8f14e45f', (time[1] - "
        "age) .. '000 0.2.0 8f14e45fceea167a 1 2 0 0 0 51d9f0c3a4e2b617')\n"
        "end";
    valkey.ask({"EVAL", kFill, "1", "{robots}:nodes"});
    Nginx& first = add_ready_node(valkey.url());
    Nginx& second = add_ready_node(valkey.url());
    for (Nginx* node : {&first, &second}) {
        EXPECT_TRUE(await([&] {
            return contains(metrics(*node), "robots_fleet_nodes 2\n");
        })) << metrics(*node);
    }
    EXPECT_EQ(valkey.ask({"HLEN", "{robots}:nodes"}), "6002")
        << "those of yesterday are removed";
}

// Its GET waits, as any other request.
TEST_F(FleetWaiting, AGetThatComesWithADelayedHeadIsDelayedToo) {
    policy_of("crawl_delay: throttle, burst: 0, max_wait: 10s",
              "crawl_delay: 1s");
    Nginx& first = add_ready_node(valkey.url());
    Nginx& second = add_ready_node(valkey.url());
    EXPECT_EQ(ask(first).status, 200);
    Connection head(first.port());
    head.send(message("HEAD /page HTTP/1.1", "example.com",
                      {"User-Agent: " + std::string(kGptBot)}));
    EXPECT_TRUE(await([&] { return !valkey.keys("{robots}:p:*").empty(); }));
    EXPECT_EQ(ask(second).header("X-Action"), "throttle");
}

// The server was set back: a node that has gone is not counted until the time
// that it wrote. Who lives writes anew.
TEST_F(FleetWaiting, AFieldOfTheTimeToComeIsForgotten) {
    policy_of(kRejects, "crawl_delay: 60s");
    constexpr long kDay = 24 * 3600;
    const auto milliseconds = [](long seconds) {
        return std::to_string((std::time(nullptr) + seconds) * 1000);
    };
    const std::string tomorrow = milliseconds(kDay);
    valkey.ask({"HSET", "{robots}:nodes", "gone",
                tomorrow + " 0.1.0 8f14e45fceea167a 1 2 0 0 0"});
    add_ready_node(valkey.url());
    EXPECT_TRUE(await([&] {
        return valkey.ask({"HEXISTS", "{robots}:nodes", "gone"}) == "0";
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
                        "cmdstat_hset:calls=2,");
    })) << "two heartbeats at least";
    EXPECT_EQ(wire.connections(), 1);
}

}  // namespace
}  // namespace integration
