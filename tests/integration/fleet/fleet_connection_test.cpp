// How an nginx reaches its fleet's server: with TLS, by a name that moves, by a
// socket, through a server that answers nonsense.

#include <chrono>

#include "tests/harness/certificate.hpp"
#include "tests/harness/cut_off_server.hpp"
#include "tests/harness/http2_connection.hpp"
#include "tests/harness/name_server.hpp"
#include "tests/harness/wire.hpp"
#include "tests/integration/fleet/fleet_fixture.hpp"

namespace integration {
namespace {

class FleetConnection : public FleetTest {
  protected:
    void SetUp() override { policy_of(kRejects, "crawl_delay: 60s"); }
};

// A server that speaks TLS on one port, and not on another.
class TlsServer {
  public:
    explicit TlsServer(const std::string& name,
                       std::chrono::seconds life = std::chrono::hours(24)) {
        write_signed_certificate(folder_, name, life);
        valkey_ = std::make_unique<Valkey>(std::vector<std::string>{
            "--tls-port", std::to_string(port_), "--tls-cert-file",
            folder_.path("cert.pem"), "--tls-key-file", folder_.path("key.pem"),
            "--tls-ca-cert-file", folder_.path("ca.pem"), "--tls-auth-clients",
            "no"});
    }

    std::string url(const std::string& host) const {
        return "valkeys://" + host + ":" + std::to_string(port_);
    }
    int port() const { return port_; }
    std::string ca() const { return " ca_file=" + folder_.path("ca.pem"); }
    Valkey& valkey() { return *valkey_; }

  private:
    Folder folder_;
    int port_ = free_port();
    std::unique_ptr<Valkey> valkey_;
};

TEST_F(FleetConnection, TlsIsSpokenToAServerThatIsWhoTheUrlSays) {
    TlsServer server("127.0.0.1");
    Nginx& first = add_ready_node(server.url("127.0.0.1") + server.ca());
    Nginx& second = add_ready_node(server.url("127.0.0.1") + server.ca());
    EXPECT_EQ(ask(first).header("X-Fleet"), "shared");
    EXPECT_EQ(ask(second).status, 429);
}

TEST_F(FleetConnection, TlsToAHostByItsName) {
    TlsServer server("localhost");
    Nginx& node = add_ready_node(
        "rediss://localhost:" + server.url("").substr(11) + server.ca());
    EXPECT_EQ(ask(node).header("X-Fleet"), "shared");
}

TEST_F(FleetConnection, ACertificateForAnotherNameIsNotTrusted) {
    TlsServer server("other.example");
    for (const char* host : {"127.0.0.1", "localhost"}) {
        Nginx& node = add_node(server.url(host) + server.ca());
        EXPECT_TRUE(node.await_error_log("certificate that is not trusted"));
        EXPECT_TRUE(node.await_error_log("mismatch"));
        EXPECT_EQ(ask(node).header("X-Fleet"), "local");
    }
    EXPECT_TRUE(server.valkey().keys("*").empty()) << "no password was sent";
}

TEST_F(FleetConnection, ACertificateOfAnUnknownAuthorityIsNotTrusted) {
    TlsServer server("127.0.0.1");
    Nginx& node = add_node(server.url("127.0.0.1"));
    EXPECT_TRUE(node.await_error_log("certificate that is not trusted"));
    EXPECT_EQ(ask(node).header("X-Fleet"), "local");
}

TEST_F(FleetConnection, ACertificateThatHasExpiredIsNotTrusted) {
    TlsServer server("127.0.0.1", std::chrono::seconds(-30));
    Nginx& node = add_node(server.url("127.0.0.1") + server.ca());
    EXPECT_TRUE(node.await_error_log(
        "certificate that is not trusted (certificate has expired)"));
    EXPECT_EQ(ask(node).header("X-Fleet"), "local");
    EXPECT_TRUE(server.valkey().keys("*").empty()) << "no password was sent";
}

// What waits to be sent grows, and so moves in memory.
TEST_F(FleetConnection, ATlsServerThatReadsNothingGetsAllWhenItReads) {
    if (!nginx_has("http_v2_module")) {
        GTEST_SKIP() << "this nginx has no HTTP/2";
    }
    TlsServer server("127.0.0.1");
    Wire wire(server.port(), /*narrow=*/true);
    Nginx& node =
        add_ready_node("valkeys://127.0.0.1:" + std::to_string(wire.port()) +
                           server.ca() + " timeout=1s",
                       "listen 127.0.0.1:@h2@ http2;");
    wire.dead(true);
    int bots = 0;
    std::vector<std::unique_ptr<Http2Connection>> clients;
    for (int i = 0; i < 8; ++i) {
        clients.push_back(std::make_unique<Http2Connection>(node.port("h2")));
        const auto open = [&](const std::string& agent) {
            return clients.back()->open({{":method", "GET"},
                                         {":scheme", "http"},
                                         {":path", "/page"},
                                         {":authority", "example.com"},
                                         {"user-agent", agent}});
        };
        for (int j = 0; j < 100; ++j) {
            open("New" + std::to_string(++bots) + "Bot/1.0");
        }
        // All of the connection's requests before it have been judged.
        EXPECT_EQ(clients.back()->read(open(std::string(kChrome))).status, 200);
    }
    wire.dead(false);
    EXPECT_TRUE(await_shared(node));
    EXPECT_EQ(node.error_log().find("SSL_write"), std::string::npos);
    EXPECT_EQ(node.error_log().find("closed the connection"),
              std::string::npos);
    EXPECT_EQ(wire.connections(), 1);
}

// It would be the next line of the log.
TEST_F(FleetConnection, AServersErrorIsEscapedInTheLog) {
    const CutOffServer server("-ERR no \x1b[2J\"\r\n");
    Nginx& node =
        add_node("valkey://127.0.0.1:" + std::to_string(server.port()));
    EXPECT_TRUE(node.await_error_log("ERR no \\x1B[2J\\x22; budgets are kept"));
    EXPECT_FALSE(contains(node.error_log(), "\x1b"));
}

// A newer hiredis reads no error with a line end.
TEST_F(FleetConnection, AServersErrorBeginsNoLineOfTheLog) {
    const CutOffServer server("-ERR no\n2026 [warn] forged\r\n");
    Nginx& node =
        add_node("valkey://127.0.0.1:" + std::to_string(server.port()));
    EXPECT_TRUE(await([&] {
        const std::string log = node.error_log();
        return contains(log, "ERR no\\x0A2026 [warn] forged; budgets") ||
               contains(log, "answers what is not its protocol");
    }));
    for (const std::string& line : lines_of(node.error_log())) {
        EXPECT_NE(line.rfind("2026 [warn]", 0), 0U) << line;
    }
}

TEST_F(FleetConnection, AServerWithoutTlsIsLeftAlone) {
    const Valkey valkey;
    TlsServer server("127.0.0.1");
    Nginx& node = add_node("valkeys" + valkey.url().substr(6) + server.ca());
    EXPECT_TRUE(node.await_error_log("robots: the fleet's server valkeys://"));
    EXPECT_EQ(ask(node).header("X-Fleet"), "local");
    EXPECT_TRUE(valkey.keys("*").empty());
}

TEST_F(FleetConnection, ATlsServerThatFreezesHoldsNobodyAndComesBack) {
    TlsServer server("127.0.0.1");
    Nginx& node =
        add_ready_node(server.url("127.0.0.1") + server.ca() + " timeout=50ms");
    server.valkey().freeze();
    EXPECT_TRUE(await_local(node));
    server.valkey().thaw();
    EXPECT_TRUE(await_shared(node));
    server.valkey().kill();
    EXPECT_TRUE(await_local(node));
    server.valkey().start();
    EXPECT_TRUE(await_shared(node));
}

TEST_F(FleetConnection, ByASocket) {
    const Valkey valkey;
    Nginx& node = add_ready_node("unix:" + valkey.socket());
    EXPECT_EQ(ask(node).header("X-Fleet"), "shared");
}

TEST_F(FleetConnection, WhatAnswersNonsenseIsLeftAlone) {
    const CutOffServer server("HTTP/1.1 400 Bad Request\r\n\r\n");
    Nginx& node =
        add_node("valkey://127.0.0.1:" + std::to_string(server.port()));
    EXPECT_TRUE(node.await_error_log("answers what is not its protocol"));
    EXPECT_EQ(ask(node).header("X-Fleet"), "local");
}

TEST_F(FleetConnection, AnAnswerWithoutAnEndIsNotKept) {
    const CutOffServer server("+OK\r\n$2147483647\r\n" +
                              std::string(1200000, 'x'));
    Nginx& node =
        add_node("valkey://127.0.0.1:" + std::to_string(server.port()));
    EXPECT_TRUE(node.await_error_log("answers what is not its protocol"));
    EXPECT_EQ(ask(node).header("X-Fleet"), "local");
}

TEST_F(FleetConnection, AServerThatMovesIsFoundByTheResolver) {
    NameServer names;
    auto old = std::make_unique<Valkey>();
    const int port = old->port();
    before_fleet = "resolver 127.0.0.1:" + std::to_string(names.port()) +
                   " valid=1s ipv6=off;";
    Nginx& node = add_ready_node("valkey://localhost:" + std::to_string(port));
    EXPECT_EQ(names.asked(), 0U) << "its addresses are known at the start";
    old.reset();
    names.address("localhost", "127.0.0.2", NameServer::Seconds{1});
    const Valkey valkey("127.0.0.2", port);
    EXPECT_TRUE(await([&] { return !valkey.keys("{robots}:nodes").empty(); }));
    EXPECT_TRUE(await_shared(node));
}

TEST_F(FleetConnection, ADeadResolverLeavesTheOldAddresses) {
    NameServer names;
    names.ignore_the_rest();
    Valkey valkey;
    before_fleet =
        "resolver 127.0.0.1:" + std::to_string(names.port()) + " ipv6=off;";
    Nginx& node =
        add_ready_node("valkey://localhost:" + std::to_string(valkey.port()));
    valkey.kill();
    EXPECT_TRUE(await([&] { return names.asked() > 0; }));
    valkey.start();
    EXPECT_TRUE(await_shared(node));
}

}  // namespace
}  // namespace integration
