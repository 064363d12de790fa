// What a server may answer to a charge, and when: each answer has an outcome, a
// counter and at most one line a second, and no client gets an error of it.

#include <algorithm>

#include "tests/harness/wire.hpp"
#include "tests/integration/fleet/fleet_fixture.hpp"

namespace integration {
namespace {

class FleetAnswers : public FaultyServerTest {
  protected:
    static int count(Nginx& node, const std::string& result) {
        const std::string text = metrics(node);
        const std::string name =
            "robots_fleet_requests_total{result=\"" + result + "\"} ";
        return std::stoi(text.substr(text.find(name) + name.size()));
    }

    static long complaints(Nginx& node) {
        const std::vector<std::string> lines = lines_of(node.error_log());
        return std::count_if(
            lines.begin(), lines.end(), [](const std::string& line) {
                return contains(line, "robots: the fleet's server") &&
                       contains(line, "[warn]");
            });
    }

    Wire wire{valkey.port()};
};

enum class Then { stays, connects_again, has_to_be_cut };

struct Answer {
    const char* octets;
    Then connection;
    const char* logged;
};

// To a charge of two budgets.
constexpr Answer kAnswers[] = {
    {"-LOADING Redis is loading\r\n", Then::connects_again, "LOADING"},
    {"-MOVED 3999 127.0.0.1:1\r\n", Then::connects_again,
     "has the keys of this fleet at 127.0.0.1:1"},
    {"-MOVED 3999 :1\r\n", Then::connects_again, "of this fleet at :1"},
    {"-MOVED 3999 cache.example:6379\r\n", Then::connects_again, "MOVED"},
    {"-ASK 3999 127.0.0.1:1\r\n", Then::stays, "ASK 3999"},
    {"-TRYAGAIN Several keys\r\n", Then::stays, "TRYAGAIN"},
    {"-CLUSTERDOWN It is down\r\n", Then::connects_again, "CLUSTERDOWN"},
    {"-MASTERDOWN Link is down\r\n", Then::connects_again, "MASTERDOWN"},
    {"-NOAUTH Authentication required.\r\n", Then::connects_again, "NOAUTH"},
    {"-NOPERM No permissions\r\n", Then::connects_again, "NOPERM"},
    {"-READONLY A replica\r\n", Then::connects_again, "READONLY"},
    {"HTTP/1.1 400 Bad Request\r\n\r\n", Then::connects_again,
     "not its protocol"},
    {"-OOM command not allowed\r\n", Then::stays, "OOM"},
    {"-WRONGTYPE Operation against a key\r\n", Then::stays, "WRONGTYPE"},
    {"-NOSCRIPT No matching script\r\n", Then::stays, "NOSCRIPT"},
    {"-\r\n", Then::stays, "answers an error"},
    {"+OK\r\n", Then::stays, "no script of ours"},
    {"$-1\r\n", Then::stays, "no script of ours"},
    {"*0\r\n", Then::stays, "no script of ours"},
    {"*3\r\n:0\r\n:1000\r\n:0\r\n", Then::stays, "no script of ours"},
    {"*9\r\n:0\r\n:1000\r\n:0\r\n:1\r\n:0\r\n:-9\r\n:1\r\n:0\r\n:5\r\n",
     Then::stays, "no script of ours"},
    {"*9\r\n:0\r\n:1000\r\n:0\r\n:1\r\n:0\r\n:99999999999999\r\n:1\r\n:0\r\n"
     ":5\r\n",
     Then::stays, "no script of ours"},
    {"*9\r\n:0\r\n:1000\r\n", Then::has_to_be_cut, ""},  // and no more
};

TEST_F(FleetAnswers, NoneIsAnErrorForAClient) {
    for (const Answer& answer : kAnswers) {
        valkey.ask({"DEL", "{robots}:nodes"});
        Nginx& node = add_ready_node(wire.url() + " timeout=100ms");
        ASSERT_TRUE(await_shared(node)) << answer.octets;
        // The next heartbeat, which would get this answer too, comes later.
        ASSERT_TRUE(
            await([&] { return !valkey.keys("{robots}:nodes").empty(); }));
        const bool is_whole = answer.connection != Then::has_to_be_cut;
        const char* counted = is_whole ? "error" : "timeout";
        const int before = count(node, counted);
        const int opened = wire.connections();
        wire.answers(answer.octets);
        const Response response = ask_anew(node);
        EXPECT_EQ(response.status, 200) << answer.octets;
        EXPECT_EQ(response.header("X-Fleet"), "local") << answer.octets;
        EXPECT_EQ(count(node, counted), before + 1) << answer.octets;
        EXPECT_TRUE(node.await_error_log(answer.logged)) << answer.octets;
        wire.answers("");
        if (!is_whole) {
            wire.cut();
        }
        EXPECT_TRUE(await_shared(node)) << answer.octets;
        EXPECT_EQ(wire.connections() == opened,
                  answer.connection == Then::stays)
            << answer.octets;
        nodes.clear();
    }
}

TEST_F(FleetAnswers, AtMostOneLineASecondIsWritten) {
    Nginx& node = add_ready_node(wire.url());
    wire.answers("-OOM command not allowed\r\n");
    const Stopwatch watch;
    for (int i = 0; i < 200; ++i) {
        EXPECT_EQ(ask_anew(node).status, 200);
    }
    EXPECT_GE(complaints(node), 1);
    EXPECT_LE(complaints(node), watch.elapsed() / 1s + 2);
}

// A network that accepts, and lets nothing through.
TEST_F(FleetAnswers, ADeadNetworkIsLeftAloneUntilItLives) {
    Nginx& node = add_ready_node(wire.url() + " timeout=50ms");
    wire.dead(true);
    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(ask_anew(node).status, 200);
    }
    EXPECT_EQ(count(node, "timeout"), 5);
    const int before = count(node, "open_circuit");
    const Stopwatch watch;
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(ask_anew(node).status, 200);
    }
    EXPECT_LT(watch.elapsed(), scaled(1s)) << "twenty timeouts";
    EXPECT_EQ(count(node, "open_circuit"), before + 20);
    EXPECT_EQ(count(node, "timeout"), 5);
    wire.dead(false);
    EXPECT_TRUE(await_shared(node));
}

TEST_F(FleetAnswers, ARequestIsOneRoundTripAndAWorkerOneConnection) {
    Nginx& node = add_ready_node(wire.url());
    ASSERT_TRUE(await_shared(node));
    valkey.ask({"CONFIG", "RESETSTAT"});
    valkey.freeze();
    std::vector<Connection> clients;
    for (int i = 0; i < 8; ++i) {
        clients.emplace_back(node.port())
            .send(message("GET /page HTTP/1.1", "example.com",
                          {"User-Agent: Other" + std::to_string(i) + "Bot"}));
    }
    EXPECT_FALSE(clients.back().readable(50ms)) << "all wait";
    valkey.thaw();
    for (Connection& client : clients) {
        EXPECT_EQ(client.read().header("X-Fleet"), "shared");
    }
    EXPECT_TRUE(contains(valkey.ask({"INFO", "commandstats"}),
                         "cmdstat_evalsha:calls=8,"));
    EXPECT_EQ(wire.connections(), 1);
}

TEST_F(FleetAnswers, AReloadDrainsWhoWaitsForAnAnswer) {
    Nginx& node = add_ready_node(wire.url() + " timeout=1s");
    wire.dead(true);
    Connection client(node.port());
    client.send(message("GET /page HTTP/1.1", "example.com",
                        {"User-Agent: SlowBot/1.0"}));
    EXPECT_FALSE(client.readable(100ms));
    EXPECT_TRUE(node.reload());
    const Response response = client.read();
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.header("X-Fleet"), "local");
    wire.dead(false);
    EXPECT_TRUE(await_shared(node));
}

TEST_F(FleetAnswers, ABinaryUpgradeConnectsAnewAndKeepsBudgets) {
    daemon = true;
    Nginx& node = add_ready_node(wire.url());
    EXPECT_EQ(ask(node).status, 200);
    node.upgrade();
    EXPECT_TRUE(await_shared(node));
    wire.dead(true);
    EXPECT_EQ(ask(node).status, 429) << "known without the server";
}

}  // namespace
}  // namespace integration
