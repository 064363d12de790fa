// What the status says of the running policy and the one on disk.

#include <signal.h>

#include "tests/integration/status/status_fixture.hpp"

namespace integration {
namespace {

constexpr std::string_view kFirst =
    "sites: [{host: example.com, groups: [{user_agent: '*', "
    "disallow: /first}]}]\n";
constexpr std::string_view kSecond =
    "sites: [{host: example.com, groups: [{user_agent: '*', "
    "disallow: /second}]}]\n";

class PolicyState : public StatusTest {
  protected:
    PolicyState() {
        policy(kFirst);
        serve_with_status();
    }

    Json state() { return json()["server"]["policy"]; }

    // The files are compared a second after the start, then every ten.
    bool becomes_stale(bool stale) {
        return await([this, stale] { return state()["stale"] == stale; }, 15s);
    }
    bool becomes_successful(bool successful) {
        return await(
            [this, successful] {
                return state()["last_reload_successful"] == successful;
            },
            15s);
    }
};

TEST_F(PolicyState, IsFreshAfterAStart) {
    EXPECT_EQ(state()["stale"], false);
    EXPECT_EQ(state()["last_reload_successful"], true);
    EXPECT_GT(state()["loaded"], 0);
    const std::string metrics = status("format=prometheus");
    EXPECT_TRUE(contains(metrics, "\nrobots_policy_stale 0\n"));
    EXPECT_TRUE(
        contains(metrics, "\nrobots_policy_last_reload_successful 1\n"));
}

TEST_F(PolicyState, AChangeOnDiskIsStaleUntilTheReload) {
    policy(kSecond);
    EXPECT_TRUE(becomes_stale(true)) << state();
    EXPECT_TRUE(
        contains(status("format=prometheus"), "\nrobots_policy_stale 1\n"));
    ASSERT_TRUE(nginx.reload());
    EXPECT_TRUE(becomes_stale(false)) << state();
}

TEST_F(PolicyState, AFailedReloadIsSaidUntilOneWorks) {
    policy("sitse: []\n");
    nginx.expect_alarm("policy.yaml");
    EXPECT_FALSE(nginx.reload());
    EXPECT_TRUE(becomes_successful(false)) << state();
    EXPECT_TRUE(contains(status("format=prometheus"),
                         "\nrobots_policy_last_reload_successful 0\n"));
    policy(kSecond);
    ASSERT_TRUE(nginx.reload());
    EXPECT_TRUE(becomes_successful(true)) << state();
    EXPECT_TRUE(becomes_stale(false)) << state();
}

// A mistake elsewhere in nginx.conf keeps the new policy from being used, too.
TEST_F(PolicyState, AReloadThatFailsAfterThePolicyHasFailed) {
    policy(kSecond);
    nginx.http += "no_such_directive;";
    nginx.expect_alarm("no_such_directive");
    EXPECT_FALSE(nginx.reload());
    EXPECT_TRUE(becomes_successful(false)) << state();
    EXPECT_TRUE(becomes_stale(true)) << state();
    EXPECT_EQ(nginx.get("http://example.com/robots.txt").body,
              "User-agent: *\nDisallow: /first\n");
}

// One in front of "http" too, which no directive of this module precedes.
TEST_F(PolicyState, AReloadThatFailsBeforeHttpHasFailed) {
    nginx.main = "no_such_directive;";
    nginx.expect_alarm("no_such_directive");
    EXPECT_FALSE(nginx.reload());
    EXPECT_TRUE(becomes_successful(false)) << state();
    nginx.main.clear();
    ASSERT_TRUE(nginx.reload());
    EXPECT_TRUE(becomes_successful(true)) << state();
}

TEST_F(PolicyState, AWorkerThatDiesLeavesSomeoneToCompare) {
    nginx.expect_alarm("exited on signal 9");
    for (const pid_t worker : nginx.serving_workers()) {
        nginx.kill_worker(worker);
    }
    policy(kSecond);
    EXPECT_TRUE(becomes_stale(true)) << state();
}

}  // namespace
}  // namespace integration
