// What a fleet's server can do wrong: no client ever gets an error of it, and
// each nginx goes on with its own budgets.

#include <regex>

#include "tests/harness/cut_off_server.hpp"
#include "tests/harness/wire.hpp"
#include "tests/integration/fleet/fleet_fixture.hpp"

namespace integration {
namespace {

class FleetFaults : public FaultyServerTest {};

TEST_F(FleetFaults, AServerThatIsNotThereYetIsFoundLater) {
    valkey.kill();
    Nginx& node = add_node(valkey.url());
    const Response answer = ask_anew(node);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("X-Fleet"), "local");
    EXPECT_EQ(ask(node).status, 200);
    EXPECT_EQ(ask(node).status, 429) << "the local budget must bind";
    valkey.start();
    EXPECT_TRUE(await_shared(node));
}

TEST_F(FleetFaults, AServerThatDiesLeavesTheBudgetsAsTheyWere) {
    Nginx& first = add_ready_node(valkey.url());
    Nginx& second = add_ready_node(valkey.url());
    EXPECT_EQ(ask(first).status, 200);
    EXPECT_EQ(ask(second).status, 429);
    valkey.kill();
    EXPECT_TRUE(await_local(second));
    EXPECT_EQ(ask(second).status, 429) << "it was told of the charge";
    EXPECT_EQ(ask(first).status, 429);
    valkey.start();
    EXPECT_TRUE(await_shared(first));
}

TEST_F(FleetFaults, AFrozenServerHoldsNobodyLongerThanTheTimeout) {
    Nginx& node = add_ready_node(valkey.url() + " timeout=50ms");
    valkey.freeze();
    for (int i = 0; i < 8; ++i) {
        const Stopwatch watch;
        EXPECT_EQ(ask_anew(node).status, 200);
        EXPECT_LT(watch.elapsed(), scaled(1s));
    }
    EXPECT_TRUE(node.await_error_log("does not answer in time"));
    EXPECT_TRUE(await_local(node));
    EXPECT_TRUE(contains(metrics(node), "{result=\"timeout\"} 5\n"))
        << metrics(node);
    valkey.thaw();
    EXPECT_TRUE(await_shared(node));
}

TEST_F(FleetFaults, LostScriptsAreSentAgain) {
    Nginx& node = add_ready_node(valkey.url());
    valkey.ask({"SCRIPT", "FLUSH"});
    EXPECT_EQ(ask_anew(node).header("X-Fleet"), "shared");
    EXPECT_EQ(ask_anew(node).header("X-Fleet"), "shared");
}

TEST_F(FleetFaults, WhatAnUpstreamTookIsPaidAfterScriptsAreLost) {
    const CutOffServer slow(kSlowly, 300ms);
    const std::string server = budget_upstream_time(slow.port());
    Nginx& node = add_ready_node(valkey.url(), server);
    Connection connection(node.port());
    connection.send(message("GET /page HTTP/1.1", "example.com",
                            {"User-Agent: " + std::string(kGptBot)}));
    EXPECT_TRUE(await(
        [&] { return contains(metrics(node), "{result=\"shared\"} 1\n"); }));
    valkey.ask({"SCRIPT", "FLUSH"});
    EXPECT_EQ(connection.read().status, 200);
    EXPECT_TRUE(await([&] { return valkey.keys("{robots}:b:*").size() == 1; }));
    EXPECT_FALSE(contains(node.error_log(), "[crit]")) << node.error_log();
}

TEST_F(FleetFaults, ALostSecretIsMadeAnewAndSharedAgain) {
    Nginx& first = add_ready_node(valkey.url());
    Nginx& second = add_ready_node(valkey.url());
    valkey.ask({"FLUSHALL"});
    EXPECT_EQ(ask_anew(first).status, 200);
    EXPECT_TRUE(await_shared(first));
    EXPECT_TRUE(await_shared(second));
    const std::string agent = "AfterBot/1.0";
    EXPECT_EQ(ask(first, agent).status, 200);
    EXPECT_EQ(ask(second, agent).status, 429);
}

TEST_F(FleetFaults, AConnectionThatIsCutIsMadeAgain) {
    Nginx& node = add_ready_node(valkey.url());
    valkey.ask({"CLIENT", "KILL", "TYPE", "normal"});
    EXPECT_EQ(ask_anew(node).status, 200);
    EXPECT_TRUE(await_shared(node));
}

TEST_F(FleetFaults, AServerThatHangsIsDownWhileNobodyAsks) {
    Wire wire(valkey.port());
    Nginx& node = add_ready_node(wire.url());
    wire.dead(true);
    EXPECT_TRUE(node.await_error_log("does not answer"));
    EXPECT_TRUE(contains(metrics(node),
                         "robots_fleet_up{server=\"" + wire.url() + "\"} 0\n"))
        << metrics(node);
    wire.dead(false);
    EXPECT_TRUE(await_shared(node));
}

TEST_F(FleetFaults, AnotherUrlInThePlaceOfOneThatWasDownIsNot) {
    const auto unused = [] {
        return "valkey://127.0.0.1:" + std::to_string(free_port());
    };
    const std::string first = unused();
    const std::string second = unused();
    const std::string other = unused();
    Nginx& node = add_node(first + " " + second);
    const auto up = [&](const std::string& url, int value) {
        return contains(metrics(node), "robots_fleet_up{server=\"" + url +
                                           "\"} " + std::to_string(value) +
                                           "\n");
    };
    EXPECT_TRUE(await([&] { return up(first, 0) && up(second, 0); }));
    node.http = std::regex_replace(node.http, std::regex(first + " " + second),
                                   valkey.url() + " " + other);
    ASSERT_TRUE(node.reload());
    EXPECT_TRUE(await_shared(node));
    EXPECT_TRUE(up(valkey.url(), 1)) << metrics(node);
    EXPECT_TRUE(up(other, 1)) << "never used";
}

TEST_F(FleetFaults, AReplicaIsLeftUntilItWrites) {
    Nginx& node = add_ready_node(valkey.url());
    valkey.ask({"REPLICAOF", "127.0.0.1", "1"});
    EXPECT_EQ(ask_anew(node).status, 200);
    EXPECT_TRUE(node.await_error_log("READONLY"));
    valkey.ask({"REPLICAOF", "NO", "ONE"});
    EXPECT_TRUE(await_shared(node));
}

TEST_F(FleetFaults, AReplicaIsLeftWhileNobodyAsks) {
    Valkey other;
    Nginx& node = add_ready_node(valkey.url() + " " + other.url());
    EXPECT_TRUE(await([&] { return !valkey.keys("{robots}:nodes").empty(); }));
    valkey.ask({"REPLICAOF", "127.0.0.1", "1"});
    EXPECT_TRUE(node.await_error_log(other.url() + " answers"));
    EXPECT_TRUE(contains(node.error_log(), "READONLY")) << node.error_log();
    EXPECT_TRUE(await([&] { return !other.keys("{robots}:nodes").empty(); }));
    EXPECT_TRUE(contains(
        metrics(node), "robots_fleet_up{server=\"" + valkey.url() + "\"} 0\n"))
        << metrics(node);
}

TEST_F(FleetFaults, AFullServerIsAnError) {
    Nginx& node = add_ready_node(valkey.url());
    valkey.ask({"CONFIG", "SET", "maxmemory", "1"});
    const Response answer = ask_anew(node);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("X-Fleet"), "local");
    EXPECT_TRUE(node.await_error_log("OOM"));
    valkey.ask({"CONFIG", "SET", "maxmemory", "0"});
    EXPECT_TRUE(await_shared(node));
}

TEST_F(FleetFaults, AServerThatWantsAPasswordIsAnError) {
    valkey.ask({"CONFIG", "SET", "requirepass", "secret"});
    Nginx& node = add_node(valkey.url());
    EXPECT_TRUE(node.await_error_log("NOAUTH"));
    EXPECT_EQ(ask_anew(node).header("X-Fleet"), "local");
}

TEST_F(FleetFaults, AKeyOfAnotherKindIsAnError) {
    Nginx& node = add_ready_node(valkey.url());
    EXPECT_EQ(ask(node).status, 200);
    const auto keys = valkey.keys("{robots}:b:*");
    ASSERT_EQ(keys.size(), 1U);
    valkey.ask({"DEL", keys[0]});
    valkey.ask({"LPUSH", keys[0], "x"});
    Nginx& other = add_ready_node(valkey.url());
    const Response answer = ask(other);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("X-Fleet"), "local");
    EXPECT_TRUE(other.await_error_log("WRONGTYPE"));
}

TEST_F(FleetFaults, WhatIsNoSecretIsToldOnce) {
    valkey.ask({"SET", "{robots}:secret", "somebody else's"});
    Nginx& node = add_node(valkey.url());
    EXPECT_TRUE(node.await_error_log("choose another prefix"));
    EXPECT_EQ(ask_anew(node).header("X-Fleet"), "local");
}

TEST_F(FleetFaults, WithoutItsFleetADividedBudgetIsLonger) {
    Nginx& first = add_ready_node(valkey.url() + " fallback=divide");
    Nginx& second = add_ready_node(valkey.url() + " fallback=divide");
    for (Nginx* node : {&first, &second}) {
        EXPECT_TRUE(await([&] {
            return contains(metrics(*node), "robots_fleet_nodes 2\n");
        }));
    }
    valkey.kill();
    EXPECT_TRUE(await_local(first));
    EXPECT_EQ(ask(first).status, 200);
    const Response refused = ask(first);
    EXPECT_EQ(refused.status, 429);
    EXPECT_GT(std::stoi(refused.header("Retry-After")), 90);
}

TEST_F(FleetFaults, ARedirectCostsNothingOfADividedBudget) {
    Nginx& first = add_ready_node(valkey.url() + " fallback=divide");
    Nginx& second = add_ready_node(valkey.url() + " fallback=divide");
    for (Nginx* node : {&first, &second}) {
        EXPECT_TRUE(await([&] {
            return contains(metrics(*node), "robots_fleet_nodes 2\n");
        }));
    }
    valkey.kill();
    EXPECT_TRUE(await_local(first));
    EXPECT_EQ(ask(first, kGptBot, "/go").status, 302);
    EXPECT_EQ(ask(first).status, 200);
    EXPECT_EQ(ask(first).status, 429);
}

TEST_F(FleetFaults, TheNextPlaceIsUsedWhenOneFails) {
    Valkey other;
    Nginx& node = add_ready_node(valkey.url() + " " + other.url());
    EXPECT_TRUE(await_shared(node));
    EXPECT_TRUE(other.keys("*").empty()) << "one place at a time";
    valkey.kill();
    EXPECT_TRUE(node.await_error_log(other.url() + " answers"));
    EXPECT_TRUE(await_shared(node));
    EXPECT_FALSE(other.keys("{robots}:b:*").empty());
    const std::string shown = metrics(node);
    EXPECT_TRUE(contains(shown, "{server=\"" + valkey.url() + "\"} 0\n"));
    EXPECT_TRUE(contains(shown, "{server=\"" + other.url() + "\"} 1\n"));
    EXPECT_TRUE(contains(node.get("http://example.com/status?format=json").body,
                         "\"fallback_in_use\":false"));
    valkey.start();
    other.kill();
    EXPECT_TRUE(await_shared(node)) << "the first one again";
}

TEST_F(FleetFaults, AReplicaThatTakesOverHasTheBudgets) {
    Valkey replica;
    const std::string port = std::to_string(valkey.port());
    replica.ask({"REPLICAOF", "127.0.0.1", port});
    const std::string both = valkey.url() + " " + replica.url();
    Nginx& first = add_ready_node(both);
    Nginx& second = add_ready_node(both);
    EXPECT_EQ(ask(first).status, 200);
    EXPECT_TRUE(
        await([&] { return replica.keys("{robots}:b:*").size() == 1; }));
    replica.ask({"REPLICAOF", "NO", "ONE"});
    valkey.ask({"REPLICAOF", "127.0.0.1", std::to_string(replica.port())});
    EXPECT_TRUE(await_answer(second, [&](const Response&) {
        return contains(second.error_log(), replica.url() + " answers");
    }));
    EXPECT_TRUE(await_shared(second));
    EXPECT_EQ(ask(second).status, 429);
}

TEST_F(FleetFaults, AClusterWithoutItsSlotsHarmsNobody) {
    Valkey cluster({"--cluster-enabled", "yes", "--cluster-port",
                    std::to_string(free_port())});
    Nginx& node = add_node(cluster.url());
    EXPECT_TRUE(node.await_error_log("CLUSTERDOWN"));
    EXPECT_EQ(ask_anew(node).header("X-Fleet"), "local");
    cluster.ask({"CLUSTER", "ADDSLOTSRANGE", "0", "16383"});
    EXPECT_TRUE(await_shared(node));
}

TEST_F(FleetFaults, AServerThatMayDropTheSecretIsNamed) {
    Valkey bounded(
        {"--maxmemory", "64mb", "--maxmemory-policy", "allkeys-lru"});
    EXPECT_TRUE(
        add_node(bounded.url())
            .await_error_log(bounded.url() + " may drop the fleet's secret"));
    bounded.ask({"CONFIG", "SET", "maxmemory-policy", "noeviction"});
    for (const Valkey* server : {&bounded, &valkey}) {
        Nginx& node = add_ready_node(server->url());
        EXPECT_TRUE(await([&] {
            return contains(server->ask({"INFO", "commandstats"}),
                            "cmdstat_config|get:");
        }));
        EXPECT_TRUE(await_shared(node));
        EXPECT_FALSE(contains(node.error_log(), "may drop"));
    }
}

TEST_F(FleetFaults, AReloadConnectsAnewAndKeepsBudgets) {
    Nginx& node = add_ready_node(valkey.url());
    EXPECT_EQ(ask(node).status, 200);
    EXPECT_TRUE(node.reload());
    EXPECT_TRUE(await_shared(node));
    EXPECT_EQ(ask(node).status, 429);
}

struct Wrong {
    const char* arguments;
    const char* error;
};

TEST_F(FleetFaults, WrongParametersAreRefusedWithWhatToWrite) {
    for (const Wrong& row : {
             Wrong{"timeout=20ms", "needs the URL of a server"},
             {"http://a", "expected valkey://HOST"},
             {"valkey://", "expected a host name"},
             {"valkey://127.0.0.1:0", "expected a port from 1 to 65535"},
             {"valkey://127.0.0.1:99999", "expected a port from 1 to 65535"},
             {"valkey://127.0.0.1/x", "expected the number of a database"},
             {"valkey://u:pw@127.0.0.1", "password_file=PATH"},
             {"unix:relative", "expected an absolute path"},
             {"valkeys://127.0.0.1 ca_file=/nowhere",
              "cannot read certificates from \"/nowhere\""},
             {"valkey://127.0.0.1 ca_file=/etc/passwd",
              "ca_file has no effect"},
             {"valkey://127.0.0.1 valkey://127.0.0.1:6379", "named twice"},
             {"valkey://127.0.0.1 timeout=0", "write a time from 1ms to 1s"},
             {"valkey://127.0.0.1 timeout=1m", "write a time from 1ms to 1s"},
             {"valkey://127.0.0.1 prefix=", "invalid prefix"},
             {"valkey://127.0.0.1 fallback=none", "write local or divide"},
             {"valkey://127.0.0.1 password_file=/nowhere",
              "cannot read a password"},
         }) {
        Nginx node;
        node.file("policy.yaml", "version: 1\ndefault: {groups: []}\n");
        node.http = "robots_policy policy.yaml; robots on; robots_fleet " +
                    std::string(row.arguments) +
                    "; server { listen 127.0.0.1:@web@; }";
        const Outcome outcome = node.test();
        EXPECT_NE(outcome.status, 0) << row.arguments;
        EXPECT_TRUE(contains(outcome.output, row.error)) << outcome.output;
        EXPECT_FALSE(contains(outcome.output, "u:pw")) << outcome.output;
    }
}

}  // namespace
}  // namespace integration
