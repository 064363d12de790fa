// robotsctl replay: how long upstreams took for each crawler.

#include <gmock/gmock.h>

#include <string>

#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class CliReplayCost : public RobotsctlFixture {
  protected:
    // A log with the times of upstreams, or without if `time` is empty.
    Ran replay(const std::string& log, const std::string& format,
               const std::string& option = "--top=5") const {
        return run({"replay",
                    write("policy.yaml",
                          "version: 1\ndefault: {groups: [{user_agent: '*', "
                          "disallow: /private/}]}\n"),
                    write("access.log", log), option, "--log-format",
                    "$msec \"$request\" \"$http_user_agent\"" + format});
    }
    // The upstream seconds of a request with that value in the log.
    nlohmann::json upstream_of(const std::string& value) const {
        return replay(line("Onebot", " [" + value + "]"),
                      " [$upstream_response_time]", "--json")
            .json()
            .at(0)["upstream_seconds"];
    }
    static std::string line(const std::string& name, const std::string& times) {
        return "1791590400.500 \"GET /a HTTP/1.1\" \"" + name + "/1.0\"" +
               times + "\n";
    }
};

TEST_F(CliReplayCost, TimesOfUpstreamsAreAddedUp) {
    const std::string log =
        line("Onebot", " 0.100 1.000") + line("Onebot", " 0.200, 0.050 0.500") +
        line("Twobot", " 1.500 : 0.250 2.000") + line("Twobot", " - 0.000");
    const std::string format = " $upstream_response_time $request_time";
    const auto json = replay(log, format, "--json").json();
    EXPECT_EQ(json.at(0)["crawler"], "Onebot");
    EXPECT_EQ(json.at(0)["upstream_seconds"], 0.35);
    EXPECT_EQ(json.at(0)["request_seconds"], 1.5);
    EXPECT_EQ(json.at(1)["upstream_seconds"], 1.75);
    const std::string text = replay(log, format).out;
    EXPECT_THAT(text, HasSubstr("Upstream"));
    EXPECT_THAT(text, HasSubstr("  0.4 s\n"));
    EXPECT_THAT(text, Not(HasSubstr("$upstream_response_time")));
}

TEST_F(CliReplayCost, WhatTheLogLacksIsSaid) {
    const Ran took = replay(line("Onebot", " 0.250"), " $request_time");
    EXPECT_THAT(took.out, HasSubstr("The log has no $upstream_response_time"));
    EXPECT_THAT(took.out, HasSubstr("Took"));
    const Ran none = replay(line("Onebot", ""), "");
    EXPECT_THAT(none.out, HasSubstr("has neither $upstream_response_time"));
    EXPECT_THAT(none.out, Not(HasSubstr("Took")));
    const auto json = replay(line("Onebot", ""), "", "--json").json().at(0);
    EXPECT_TRUE(json["upstream_seconds"].is_null());
    EXPECT_TRUE(json["request_seconds"].is_null());
    const Ran some = replay(line("Onebot", " 0.250") + line("Onebot", " x"),
                            " $upstream_response_time");
    EXPECT_THAT(some.out, HasSubstr("1 of 2 judged requests have no "));
}

TEST_F(CliReplayCost, OnlyTimesCount) {
    EXPECT_EQ(upstream_of("0.001"), 0.001);
    EXPECT_EQ(upstream_of("-, 0.020 : -"), 0.02);
    EXPECT_EQ(upstream_of("-"), 0.0);
    EXPECT_EQ(upstream_of(""), 0.0);
    for (const char* bad : {"x", "-1.0", "0.1,,0.2", "0.1 0.2", ",",
                            "99999999999.0", "2000000.0, 2000000.0"}) {
        EXPECT_TRUE(upstream_of(bad).is_null()) << bad;
    }
}

class CliReplayTimeBudget : public RobotsctlFixture {
  protected:
    static constexpr const char* kPolicy =
        "version: 1\n"
        "enforce: {budget: reject}\n"
        "budgets: {ai: {user_agent: Onebot, upstream_time: 1s/1m}}\n"
        "sites: [{host: a.example}]\n";
    static constexpr const char* kFormat =
        "$msec \"$request\" $status \"$http_user_agent\" "
        "$upstream_response_time $request_time";

    // As in nginx's log, a request is in the line of its end.
    static std::string line(const std::string& end, const std::string& times) {
        return end + " \"GET /a HTTP/1.1\" 200 \"Onebot/1.0\" " + times + "\n";
    }
    Ran replay(const std::string& log, const std::string& option = "--top=5") {
        return run({"replay", write("policy.yaml", kPolicy),
                    write("access.log", log), option, "--log-format", kFormat});
    }
    // How many requests the budget would have refused.
    int refused(const std::string& log) {
        return replay(log, "--json").json().at(0)["broken"]["budget"];
    }
};

TEST_F(CliReplayTimeBudget, ARequestPaysWhenItHasEnded) {
    // 2 s of 1 s a minute last two minutes, of which 6 s are forgiven.
    const std::string costly = line("1791590402.000", "2.000 2.000");
    EXPECT_EQ(refused(costly + line("1791590403.000", "- 0.000")), 1);
    EXPECT_EQ(refused(costly + line("1791590515.000", "- 0.000")), 1);
    EXPECT_EQ(refused(costly + line("1791590517.000", "- 0.000")), 0);
    // It came before the costly one had ended.
    EXPECT_EQ(refused(costly + line("1791590403.000", "1.500 1.500")), 0);
    EXPECT_EQ(refused(costly + line("1791590403.000", "1.500 1.500") +
                      line("1791590590.000", "- 0.000")),
              1);
}

TEST_F(CliReplayTimeBudget, EveryWayCountsWhatExceedsBudgets) {
    const nlohmann::json one = replay(line("1791590402.000", "2.000 2.000") +
                                          line("1791590403.000", "- 0.000"),
                                      "--json")
                                   .json()
                                   .at(0);
    EXPECT_EQ(one["as_written"]["refused"], 1);
    EXPECT_EQ(one["log"]["logged"], 1);
    EXPECT_EQ(one["throttle"]["delayed"].get<int>() +
                  one["throttle"]["refused"].get<int>(),
              1);
    EXPECT_EQ(one["reject"]["refused"], 1);
}

TEST_F(CliReplayTimeBudget, WhatHasNoTimeOfUpstreamsIsSaid) {
    const std::string log =
        line("1791590402.000", "x 2.000") + line("1791590403.000", "- 0.000");
    EXPECT_EQ(refused(log), 0);
    EXPECT_EQ(replay(log, "--json").json().back()["cost_unknown"], 1);
    EXPECT_THAT(replay(log).out,
                HasSubstr("1 crawler request cost budgets of `upstream_time` "
                          "nothing"));
}

}  // namespace
}  // namespace robots
