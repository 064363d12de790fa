// explain: what may be done with what a crawler fetches.

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

class CliUse : public RobotsctlFixture {
  protected:
    Json explain(const std::string& crawler, const std::string& target) const {
        return run(words(crawler, target, {"--json"})).json().at(0);
    }
    std::string text(const std::string& crawler,
                     const std::string& target) const {
        return run(words(crawler, target, {})).out;
    }
    std::string policy;

  private:
    std::vector<std::string> words(const std::string& crawler,
                                   const std::string& target,
                                   const std::vector<std::string>& more) const {
        std::vector<std::string> out{"explain",   write("policy.yaml", policy),
                                     "--url",     "https://a.example" + target,
                                     "--crawler", crawler};
        out.insert(out.end(), more.begin(), more.end());
        return out;
    }
};

TEST_F(CliUse, TheLongestPathAndTheCrawlersGroupCount) {
    policy = R"(version: 1.1
default:
  license: "${origin}/license.xml"
  usage:
    - {disallow: [train-ai], allow: [search]}
    - {path: /press/, allow: [train-ai]}
  usage_as: [content_usage, content_signal, tdmrep]
  groups:
    - {user_agent: "*", disallow: /closed/}
    - user_agent: GPTBot
      license: [https://a.example/1, https://a.example/2]
      content_usage: train-ai=y
      content_signal: {ai-train: yes}
    - {user_agent: CCBot, private: true, disallow: /closed/own/}
)";
    const Json all = explain("Examplebot", "/");
    EXPECT_EQ(all["content_usage"], "train-ai=n, search=y");
    EXPECT_EQ(all["content_signal"], "search=yes, ai-train=no");
    EXPECT_EQ(all["licenses"], Json::array({"https://a.example/license.xml"}));
    EXPECT_EQ(all["content_usage_header"], "train-ai=n, search=y");
    EXPECT_EQ(all["tdm_reservation"], "1");
    const Json press = explain("Examplebot", "/press//../press/%61?b");
    EXPECT_EQ(press["content_usage"], "train-ai=y, search=y");
    EXPECT_EQ(press["content_signal"], "search=yes, ai-train=yes");
    EXPECT_EQ(press["tdm_reservation"], "0");
    const Json own = explain("GPTBot", "/press/");
    EXPECT_EQ(own["content_usage"], "train-ai=y");
    EXPECT_EQ(own["content_signal"], "ai-train=yes");
    EXPECT_EQ(own["licenses"],
              Json::array({"https://a.example/1", "https://a.example/2"}));
    EXPECT_EQ(own["content_usage_header"], "train-ai=y, search=y");
    // What robots.txt says to the crawler of a private group.
    EXPECT_EQ(explain("CCBot", "/")["content_usage"], "train-ai=n, search=y");
    // Who may not fetch may not use.
    const Json closed = explain("Examplebot", "/closed/");
    EXPECT_EQ(closed["content_usage"], nullptr);
    EXPECT_EQ(closed["content_signal"], nullptr);
    EXPECT_EQ(closed["licenses"],
              Json::array({"https://a.example/license.xml"}));
    EXPECT_THAT(text("GPTBot", "/"),
                HasSubstr("Usage:        Content-Usage: train-ai=y\n"
                          "Usage:        Content-Signal: ai-train=yes\n"
                          "License:      https://a.example/1\n"
                          "License:      https://a.example/2\n"
                          "Header:       Content-Usage: train-ai=n, search=y\n"
                          "Header:       tdm-reservation: 1\n"));
}

TEST_F(CliUse, WhatIsNotSaidIsNotShown) {
    policy = "version: 1\ndefault: {groups: [{user_agent: '*'}]}\n";
    const Json said = explain("Examplebot", "/");
    for (const char* name : {"content_usage", "content_signal",
                             "content_usage_header", "tdm_reservation"}) {
        EXPECT_EQ(said.at(name), nullptr) << name;
    }
    EXPECT_EQ(said["licenses"], Json::array());
    EXPECT_THAT(text("Examplebot", "/"), Not(HasSubstr("Usage:")));
}

TEST_F(CliUse, ARobotsTxtAndABatchAreReadTheSameWay) {
    const std::string file =
        write("robots.txt",
              "License: https://a.example/l\nUser-agent: *\nContent-Usage: "
              "train-ai=n\nContent-Usage: /a train-ai=n, search=y\nAllow: /\n"
              "User-agent: GPTBot\nContent-Signal: /a ai-train=no\n");
    const std::string lines = write("lines.jsonl",
                                    R"({"crawler": "x", "url": "/"}
{"crawler": "x", "url": "/ab"}
{"crawler": "GPTBot", "url": "/ab"}
{"crawler": "GPTBot", "url": "/robots.txt"}
)");
    const Ran ran = run({"explain", "--robots-txt", file, "--batch", lines});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const auto answers = ran.json();
    EXPECT_EQ(answers.at(0)["content_usage"], "train-ai=n");
    EXPECT_EQ(answers.at(1)["content_usage"], "train-ai=n, search=y");
    EXPECT_EQ(answers.at(2)["content_usage"], nullptr);
    EXPECT_EQ(answers.at(2)["content_signal"], "ai-train=no");
    EXPECT_EQ(answers.at(2)["licenses"], Json::array({"https://a.example/l"}));
    EXPECT_EQ(answers.at(3)["licenses"], Json::array());
}

}  // namespace
}  // namespace robots
