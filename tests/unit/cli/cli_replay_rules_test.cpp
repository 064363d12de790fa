// The rules that a replay says were hit most.

#include <gmock/gmock.h>

#include <string>

#include "cli/judging/judging.hpp"
#include "policy/base/text.hpp"
#include "policy/crawlers/address_ranges.hpp"
#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {
namespace {

using ::testing::HasSubstr;

const std::string kRulesBot = "Examplebot/1.0";

using CliReplayRules = RobotsctlFixture;

TEST_F(CliReplayRules, ARequestCountsForEachRuleThatItBreaks) {
    const std::string policy = write("both.yaml", R"(version: 1
enforce: {disallow: log, crawl_delay: throttle, burst: 0, tolerance: 0%}
default: {groups: [{user_agent: "*", disallow: /trap, crawl_delay: 9s}]}
)");
    const std::string log =
        write("both.log", combined_line(0, "/", "Googlebot/2.1") +
                              combined_line(3, "/trap", "Googlebot/2.1") +
                              combined_line(5, "/a", "Googlebot/2.1"));
    const nlohmann::json bot =
        run({"replay", policy, log, "--json", "--url", "http://a.example/"})
            .json()
            .at(0);
    EXPECT_EQ(bot["broken"]["disallow"], 1) << bot;
    EXPECT_EQ(bot["broken"]["crawl_delay"], 2) << bot;
    EXPECT_EQ(bot["rules"].size(), 2u) << bot;
    ASSERT_EQ(bot["caps"].size(), 1u) << bot;
    EXPECT_EQ(bot["caps"][0]["reason"], "unsupported");
    EXPECT_EQ(bot["caps"][0]["requests"], 2);
    const std::string text =
        run({"replay", policy, log, "--url", "http://a.example/"}).out;
    EXPECT_NE(text.find("       2  only logged: Googlebot documents that it "
                        "ignores Crawl-delay\n"),
              std::string::npos)
        << text;
    const nlohmann::json line =
        run({"replay", policy, log, "--lines", "--url", "http://a.example/"})
            .json()
            .at(1);
    EXPECT_EQ(line["violations"].dump(), R"(["disallow","crawl_delay"])")
        << line;
}

TEST_F(CliReplayRules, TablesAreNoWiderThanATerminal) {
    const std::string policy = write("wide.yaml",
                                     "version: 1\ndefault: {groups: "
                                     "[{user_agent: \"*\", disallow: /" +
                                         std::string(200, 'd') + "}]}\n");
    const std::string log =
        write("wide.log", combined_line(0, "/" + std::string(300, 'd'),
                                        std::string(50, 'a') + "bot/1.0"));
    const Ran ran = run({"replay", policy, log, "--url", "http://a.example/"});
    EXPECT_THAT(ran.out, HasSubstr("Disallow: /dddd"));
    for (const std::string& line : split_lines(ran.out)) {
        EXPECT_LE(line.size(), 120u) << line;
    }
}

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
    EXPECT_EQ(rules[0]["requests"], lines[0]["broken"]["crawl_delay"]);
    EXPECT_THAT(std::string(rules[0]["place"]), HasSubstr("policy.yaml:6:"));
    EXPECT_EQ(rules[1]["rule"], "Disallow: /private/");
    EXPECT_EQ(rules[2]["rule"], "Visit-time: 0000-0100, 0200-0300");
    EXPECT_EQ(rules[2]["example"], "/late");
    ASSERT_EQ(lines[1]["rules"].size(), 1u) << lines[1];
    EXPECT_EQ(lines[1]["rules"][0]["rule"], "Request-rate: 1/60, 1/5");
    const Ran text = run({"replay", policy, path("access.log")});
    EXPECT_THAT(text.out, HasSubstr("Crawl-delay: 10"));
}

TEST(RequestOfLog, AnAddressMappedIntoIpv6IsIpv4) {
    robotsctl::LogRecord record;
    record.address = "::ffff:192.0.2.7";
    const std::string address = address_from(record.address);
    const Request request = robotsctl::request_of(record, address);
    EXPECT_EQ(request.address, std::string_view("\xC0\x00\x02\x07", 4));
}

}  // namespace
}  // namespace robots
