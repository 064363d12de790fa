// Which rules decide: about the requests of a log, about the policy's tests.

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

class CliCoverage : public RobotsctlFixture {
  protected:
    Ran replay(const std::string& policy, const std::string& log,
               const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{"replay", write("policy.yaml", policy),
                                       write("access.log", log), "--coverage"};
        words.insert(words.end(), more.begin(), more.end());
        return run(words);
    }
    // An object for each rule, and the summary.
    std::vector<Json> rows(const std::string& policy,
                           const std::string& log) const {
        const Ran ran = replay(policy, log, {"--json"});
        EXPECT_EQ(ran.code, 0) << ran.err;
        return ran.json();
    }
    Ran check(const std::string& policy,
              const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{"check", write("policy.yaml", policy),
                                       "--coverage"};
        words.insert(words.end(), more.begin(), more.end());
        return run(words);
    }
    static Json row(const std::vector<Json>& rows, const std::string& rule) {
        for (const Json& row : rows) {
            if (row.value("rule", "") == rule) {
                return row;
            }
        }
        return nullptr;
    }
    // A line with a host in front.
    static std::string line(const std::string& host, int second,
                            const std::string& target,
                            const std::string& agent = "Googlebot/2.1") {
        return host + " " + combined_line(second, target, agent);
    }
};

constexpr const char* kShops = R"(version: 1
templates:
  shop:
    groups:
      - user_agent: "*"
        disallow: [{directory: /cart}, /old/]
        allow: /cart/help
        crawl_delay: 10s
    enforce: {burst: 0}
sites:
  - {host: a.example, template: shop}
  - {host: b.example, template: shop}
)";

constexpr const char* kOneRule =
    "version: 1\n"
    "default: {groups: [{user_agent: '*', disallow: /a/}]}\n";

TEST_F(CliCoverage, ARuleCountsOnceHoweverManySitesHaveIt) {
    const std::string log = line("a.example", 0, "/cart/1") +
                            line("b.example", 0, "/cart/2", "GPTBot/1.2") +
                            line("b.example", 20, "/cart/3", "GPTBot/1.2") +
                            line("a.example", 100, "/cart/help") +
                            line("a.example", 103, "/other") +
                            line("a.example", 104, "/cart/4", "Mozilla/5.0");
    const std::vector<Json> all = rows(kShops, log);
    ASSERT_EQ(all.size(), 5U);
    const Json cart = row(all, "Disallow: /cart$");
    EXPECT_EQ(cart["requests"], 3);
    EXPECT_EQ(cart["has_others"], true);  // "/cart/", "/cart?"
    EXPECT_THAT(cart["place"].get<std::string>(), HasSubstr(":6:"));
    EXPECT_EQ(cart["crawlers"],
              Json::parse(R"([{"crawler": "GPTBot", "requests": 2},
                              {"crawler": "Googlebot", "requests": 1}])"));
    EXPECT_EQ(row(all, "Allow: /cart/help")["requests"], 1);
    EXPECT_EQ(row(all, "Crawl-delay: 10")["requests"], 1);
    EXPECT_EQ(row(all, "Disallow: /old/")["requests"], 0);
    EXPECT_EQ(row(all, "Disallow: /old/")["crawlers"], Json::array());
    const Json& summary = all.back();
    EXPECT_EQ(summary["rules"], 4);
    EXPECT_EQ(summary["rules_without_requests"], 1);
    EXPECT_EQ(summary["judged"], 5);
    EXPECT_EQ(summary["without_rule"], 1);
    const std::string text = replay(kShops, log).out;
    EXPECT_THAT(text, HasSubstr("3 of 4 rules decided about 5 judged "
                                "requests; no rule matches the path of 1."));
    EXPECT_THAT(text, HasSubstr("Rules that decided about no request"));
    EXPECT_THAT(text, HasSubstr("GPTBot 2, Googlebot 1"));
}

TEST_F(CliCoverage, WithoutIdleRulesNoneAreListed) {
    const Ran ran = replay(kOneRule, combined_line(0, "/a/", "Googlebot/2.1"),
                           {"--url", "http://a.example/"});
    EXPECT_THAT(ran.out, HasSubstr("1 of 1 rule decided"));
    EXPECT_THAT(ran.out, Not(HasSubstr("about no request")));
}

TEST_F(CliCoverage, WhatALogHoldsStaysText) {
    const std::string log =
        combined_line(0, "/a/\\x1b[31m", "Evil\\x1bbot/1.0") +
        combined_line(1, "/a/",
                      "\xff\xfe"
                      "bot/1") +
        "x\n" + combined_line(2, "/a/", "Otherbot/1.0");
    const Ran ran =
        replay(kOneRule, log, {"--json", "--url", "http://a.example"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.json().back()["unreadable"], 1);
    for (const char octet : ran.out + ran.err) {
        EXPECT_TRUE(octet == '\n' || (octet >= ' ' && octet < '\x7f'));
    }
}

TEST_F(CliCoverage, RulesWithoutATestAreAdvice) {
    const std::string policy = std::string(kShops) + R"(tests:
  - {url: "http://b.example/", crawler: Googlebot, disallow: /cart/1}
)";
    const Ran ran = check(policy, {"--strict"});
    EXPECT_THAT(ran.out,
                HasSubstr("no test reaches `Disallow: /old/`; add a path that "
                          "it decides about to `tests` [untested-rule]"));
    EXPECT_THAT(ran.out, HasSubstr("no test reaches `Allow: /cart/help`"));
    EXPECT_THAT(ran.out, Not(HasSubstr("`Disallow: /cart")));
    EXPECT_THAT(ran.err, HasSubstr("tests reach 1 of 3 rules"));
    EXPECT_EQ(ran.code, run({"check", path("policy.yaml"), "--strict"}).code);
    const std::vector<Json> rows = check(policy, {"--format", "json"}).json();
    EXPECT_EQ(rows.back(), Json::parse(R"({"summary": true, "rules": 3,
                                           "tested_rules": 1})"));
}

TEST_F(CliCoverage, APolicyWhoseRulesAreAllTestedHasNone) {
    const Ran ran = check(std::string(kShops) + R"(tests:
  - url: "http://b.example/"
    crawler: Googlebot
    disallow: [/cart/1, /old/x]
    allow: /cart/help
)");
    EXPECT_EQ(ran.code, 0) << ran.out;
    EXPECT_THAT(ran.out, Not(HasSubstr("untested-rule")));
    EXPECT_THAT(ran.err, HasSubstr("tests reach 3 of 3 rules"));
}

TEST_F(CliCoverage, APolicyWithErrorsHasNoCoverage) {
    const Ran ran = check("version: 1\nsites: [{hst: a.example}]\n");
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.err, Not(HasSubstr("tests reach")));
}

}  // namespace
}  // namespace robots
