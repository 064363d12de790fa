// robotsctl fleet, asking a real node.

#include <sys/resource.h>

#include <array>
#include <cstdio>
#include <cstdlib>

#include "tests/harness/cut_off_server.hpp"
#include "tests/harness/nginx.hpp"
#include "tests/harness/robotsctl.hpp"
#include "tests/integration/fleet/fleet_fixture.hpp"

namespace integration {
namespace {

struct Said {
    int status = -1;
    std::string text;  // both outputs
};

Said fleet_of(const std::string& url, const std::string& options = "") {
    const char* binary = std::getenv("ROBOTSCTL");
    const std::string command =
        std::string(binary != nullptr ? binary : "build/robotsctl") +
        " fleet " + options + " '" + url + "' 2>&1";
    Said said;
    FILE* pipe = ::popen(command.c_str(), "r");
    std::array<char, 4096> piece{};
    while (pipe != nullptr &&
           std::fgets(piece.data(), piece.size(), pipe) != nullptr) {
        said.text += piece.data();
    }
    if (pipe != nullptr) {
        said.status = WEXITSTATUS(::pclose(pipe));
    }
    return said;
}

std::string status_of(Nginx& node) {
    return "http://127.0.0.1:" + std::to_string(node.port()) + "/status";
}

class FleetTool : public FleetTest {
  protected:
    // Two nodes that know each other.
    void SetUp() override {
        policy_of(kRejects, "crawl_delay: 60s");
        a = &add_ready_node(valkey.url());
        b = &add_ready_node(valkey.url());
        EXPECT_TRUE(await_said(0));
    }

    bool await_said(int status, const std::string& part = "") {
        return await(
            [&] {
                last = fleet_of(status_of(*a), "--nodes 2");
                return last.status == status && contains(last.text, part);
            },
            20s);
    }

    Valkey valkey;
    Nginx* a = nullptr;
    Nginx* b = nullptr;
    Said last;
};

TEST_F(FleetTool, AWholeFleetIsFine) {
    const Said said = fleet_of(status_of(*a));
    EXPECT_EQ(said.status, 0) << said.text;
    EXPECT_TRUE(contains(said.text, "alive")) << said.text;
    EXPECT_TRUE(contains(said.text, valkey.url() + "  answers")) << said.text;
}

TEST_F(FleetTool, ANodeWithAnotherPolicyIsShown) {
    policy_of(kRejects, "crawl_delay: 61s");
    change_policy(*b);
    EXPECT_TRUE(await_said(1, "runs another policy than the others"))
        << last.text;
    EXPECT_TRUE(contains(last.text, "other policy"));
}

TEST_F(FleetTool, AMissingNodeIsShown) {
    b->stop();
    EXPECT_TRUE(await_said(1, "expected 2 nodes, found 1")) << last.text;
    const Said said = fleet_of(status_of(*a));
    EXPECT_EQ(said.status, 1);
    EXPECT_TRUE(contains(said.text, "is missing: last heard")) << said.text;
    EXPECT_EQ(fleet_of(status_of(*a), "--nodes 1").status, 0);
}

TEST_F(FleetTool, AServerThatIsDownIsShown) {
    valkey.kill();
    EXPECT_TRUE(await_said(1, "does not answer")) << last.text;
}

TEST_F(FleetTool, JsonHasTheFleetAndItsProblems) {
    const auto lines = robotsctl({"fleet", "--json", status_of(*a)});
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0]["nodes"].size(), 2U);
    EXPECT_TRUE(lines[0]["problems"].empty());
}

TEST_F(FleetTool, WhatIsNoStatusOfAFleetIsUnusable) {
    const std::string node = "http://127.0.0.1:" + std::to_string(a->port());
    const Said page = fleet_of(node + "/page");
    EXPECT_EQ(page.status, 2);
    EXPECT_TRUE(contains(page.text, "not a status of this module"));
    const Said nothing = fleet_of(node + "/nothing");
    EXPECT_EQ(nothing.status, 2);
    EXPECT_TRUE(contains(nothing.text, "status 404")) << nothing.text;
    EXPECT_EQ(fleet_of("ftp://127.0.0.1/").status, 2);
    EXPECT_EQ(fleet_of(status_of(*a), "--nodes 0").status, 2);
}

TEST_F(FleetTool, AnNginxWithoutAFleetIsUnusable) {
    Nginx alone;
    alone.file("policy.yaml", "version: 1\ndefault: {groups: []}\n");
    alone.http =
        "robots_policy policy.yaml; robots on; server { listen "
        "127.0.0.1:@web@; location = /status { robots_status any; } }";
    alone.start();
    const Said said = fleet_of(status_of(alone));
    EXPECT_EQ(said.status, 2);
    EXPECT_TRUE(contains(said.text, "in no fleet")) << said.text;
}

// What answers in a node's place may send what it wants.
TEST(FleetToolBounds, WhatIsNoStatusTakesLittleMemory) {
    constexpr std::size_t kOctets = 2'000'000;
    std::string numbers = "0";
    while (numbers.size() < kOctets) {
        numbers += ",0";
    }
    const struct {
        std::string body;
        const char* said;
    } cases[] = {
        {std::string(kOctets, '['), "not a status"},
        {R"({"server":{"fleet":)" + std::string(kOctets, '['), "not a status"},
        {R"({"crawlers":[)" + numbers + R"(],"server":{}})", "in no fleet"},
        {R"({"server":{"fleet":[)" + numbers + "]}}", "cannot read"},
        {"[" + numbers + numbers, "more than 2 MiB"}};
    for (const auto& each : cases) {
        const CutOffServer server(
            "HTTP/1.1 200 OK\r\nConnection: close\r\n"
            "\r\n" +
            each.body);
        const Said said =
            fleet_of("http://127.0.0.1:" + std::to_string(server.port()));
        EXPECT_EQ(said.status, 2);
        EXPECT_TRUE(contains(said.text, each.said)) << said.text;
    }
    // Some of it is this process's own, which the shell begins as. A sanitizer
    // takes twice as much.
    rusage used{};
    ::getrusage(RUSAGE_CHILDREN, &used);
    EXPECT_LT(used.ru_maxrss, is_instrumented() ? 400'000 : 100'000)
        << "kilobytes";
}

}  // namespace
}  // namespace integration
