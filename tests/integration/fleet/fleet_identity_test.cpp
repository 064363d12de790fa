// What DNS said of an address is asked once for a whole fleet.

#include "tests/harness/name_server.hpp"
#include "tests/integration/fleet/fleet_fixture.hpp"

namespace integration {
namespace {

constexpr const char* kAddress = "100.64.0.7";
constexpr const char* kName = "bot-7.crawl.example";

class FleetIdentity : public FleetTest {
  protected:
    void SetUp() override {
        whole_policy(R"(enforce: {impostor: reject}
crawlers:
  - {token: TrueBot, operator: Example, rdns: crawl.example}
sites:
  - host: example.com
    groups: [{user_agent: "*", disallow: /private}]
)");
    }

    Nginx& add(const std::string& more = "") {
        return add_ready_node(
            valkey.url() + more,
            "set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;\n"
            "resolver 127.0.0.1:" +
                std::to_string(names.port()) +
                " ipv6=off; add_header X-Identity $robots_identity always;\n");
    }

    static Response asked_by(Nginx& node, const std::string& address) {
        return node.send(Request("http://example.com/page")
                             .agent("TrueBot/1.0")
                             .header("X-Forwarded-For: " + address));
    }

    static std::string identity(Nginx& node,
                                const std::string& address = kAddress) {
        return asked_by(node, address).header("X-Identity");
    }

    std::vector<std::string> known() const {
        return valkey.keys("{robots}:d:*");
    }

    bool await_known() {
        return await([&] { return known().size() == 1; });
    }

    Valkey valkey;
    NameServer names;
};

TEST_F(FleetIdentity, AnAnswerOfDnsIsAskedForOnce) {
    names.confirmed(kAddress, kName);
    Nginx& first = add();
    Nginx& second = add();
    EXPECT_EQ(identity(first), "verified");
    EXPECT_TRUE(await_known());
    const std::size_t asked = names.asked();
    EXPECT_EQ(asked, 2U);
    EXPECT_EQ(identity(second), "verified");
    EXPECT_EQ(identity(second), "verified");
    EXPECT_EQ(names.asked(), asked);
    const int left = std::stoi(valkey.ask({"PTTL", known()[0]}));
    EXPECT_GT(left, 200000);
    EXPECT_LE(left, 300000);
}

TEST_F(FleetIdentity, AnImpostorIsOneAtAllNodes) {
    names.reverse(kAddress, "home.example");
    Nginx& first = add();
    Nginx& second = add();
    EXPECT_EQ(asked_by(first, kAddress).status, 403);
    EXPECT_TRUE(await_known());
    const std::size_t asked = names.asked();
    EXPECT_EQ(asked_by(second, kAddress).status, 403);
    EXPECT_EQ(names.asked(), asked);
}

TEST_F(FleetIdentity, WhatOneNodeCouldNotAskSaysNothingToOthers) {
    names.fail(reverse_name(kAddress), RecordType::ptr, Rcode::server_failure);
    Nginx& first = add();
    EXPECT_EQ(identity(first), "unverifiable");
    EXPECT_TRUE(known().empty());
}

TEST_F(FleetIdentity, WithoutAnAnswerOfTheFleetDnsIsAsked) {
    names.confirmed(kAddress, kName);
    Nginx& node = add(" timeout=50ms");
    valkey.freeze();
    EXPECT_EQ(identity(node), "verified");
    valkey.kill();
    names.confirmed("100.64.0.8", "bot-8.crawl.example");
    EXPECT_EQ(identity(node, "100.64.0.8"), "verified");
}

TEST_F(FleetIdentity, WhatIsNoAnswerOfOursIsNotBelieved) {
    names.confirmed(kAddress, kName);
    Nginx& first = add();
    Nginx& second = add();
    EXPECT_EQ(identity(first), "verified");
    EXPECT_TRUE(await_known());
    valkey.ask({"SET", known()[0], "root"});
    const std::size_t asked = names.asked();
    EXPECT_EQ(identity(second), "verified");
    EXPECT_EQ(names.asked(), asked + 2);
}

TEST_F(FleetIdentity, KeysShowNoAddresses) {
    names.confirmed(kAddress, kName);
    Nginx& node = add();
    identity(node);
    EXPECT_TRUE(await_known());
    EXPECT_EQ(known()[0].size(), std::string("{robots}:d:").size() + 32);
}

}  // namespace
}  // namespace integration
