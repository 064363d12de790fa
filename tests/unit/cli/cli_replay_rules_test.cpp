// The rules that a replay says were hit most.

#include <gmock/gmock.h>

#include <string>

#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {
namespace {

using ::testing::HasSubstr;

const std::string kRulesBot = "Examplebot/1.0";

using CliReplayRules = RobotsctlFixture;

TEST_F(CliReplayRules, ThePaceIsAmongTheRulesHitMost) {
    const std::string policy = write("policy.yaml", R"(version: 1
default:
  groups:
    - user_agent: "*"
      disallow: /private/
      crawl_delay: 10s
      visit_time: [0000-0100, 0200-0300]
    - user_agent: Ratebot
      request_rate: [1/1m, 1/5s]
)");
    const std::string log =
        combined_line(0, "/a", kRulesBot) + combined_line(1, "/b", kRulesBot) +
        combined_line(2, "/c", kRulesBot) + combined_line(3, "/d", kRulesBot) +
        combined_line(30, "/private/x", kRulesBot) +
        combined_line(5000, "/late", kRulesBot) +
        combined_line(5000, "/1", "Ratebot/1.0") +
        combined_line(5001, "/2", "Ratebot/1.0") +
        combined_line(5002, "/3", "Ratebot/1.0");
    const Ran ran = run({"replay", policy, write("access.log", log), "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const auto lines = ran.json();
    const auto& rules = lines[0]["rules"];
    ASSERT_EQ(rules.size(), 3u) << lines[0];
    EXPECT_EQ(rules[0]["rule"], "Crawl-delay: 10");
    EXPECT_EQ(rules[0]["requests"], 2);
    EXPECT_EQ(rules[0]["requests"], lines[0]["violations"]["crawl_delay"]);
    EXPECT_THAT(std::string(rules[0]["rule_at"]), HasSubstr("policy.yaml:6:"));
    EXPECT_EQ(rules[1]["rule"], "Disallow: /private/");
    EXPECT_EQ(rules[2]["rule"], "Visit-time: 0000-0100, 0200-0300");
    EXPECT_EQ(rules[2]["example"], "/late");
    ASSERT_EQ(lines[1]["rules"].size(), 1u) << lines[1];
    EXPECT_EQ(lines[1]["rules"][0]["rule"], "Request-rate: 1/60, 1/5");
    const Ran text = run({"replay", policy, path("access.log")});
    EXPECT_THAT(text.out, HasSubstr("Crawl-delay: 10"));
}

}  // namespace
}  // namespace robots
