// What a refused crawler and the error log get to read.

#include <regex>

#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

class RefusalTest : public RobotsTest {
  protected:
    void start(const std::string& refusal, const std::string& http = {}) {
        policy(
            "enforce: {disallow: reject, impostor: 'off'}\nsites:\n"
            "  - host: example.com\n" +
            refusal +
            "    groups: [{user_agent: '*', disallow: [/private/, "
            "\"/odd\\\"x\"]}]\n");
        configure(
            "log_format ids $request_id;"
            "server { listen 127.0.0.1:@web@; access_log @prefix@/access.log "
            "ids; " +
            http + std::string(kToBackend) + "}");
        nginx.start();
    }

    Response ask(const std::string& path = "/private/") {
        return nginx.get("http://example.com" + path, kGptBot);
    }

    std::string origin() {
        return "http://example.com:" + std::to_string(nginx.port());
    }
};

TEST_F(RefusalTest, TheSentenceIsFollowedByTheContact) {
    start("    refusal: {contact: bots@example.com}\n");
    EXPECT_EQ(ask().body,
              "GPTBot may not fetch this URL: rule \"Disallow: /private/\" of "
              "group \"*\" in " +
                  origin() + "/robots.txt.\nContact: bots@example.com\n");
}

TEST_F(RefusalTest, ATextHasWhatTheLogsHave) {
    start(
        "    refusal: {text: \"${crawler}|${rule}|${origin}|${request_id}\"}"
        "\n");
    const Response answer = ask();
    EXPECT_EQ(answer.status, 403);
    EXPECT_EQ(answer.header("Content-Type"), "text/plain; charset=utf-8");
    const std::string head = "GPTBot|Disallow: /private/|" + origin() + "|";
    ASSERT_EQ(answer.body.substr(0, head.size()), head);
    const std::string id = answer.body.substr(head.size(), 32);
    EXPECT_TRUE(std::regex_match(id, std::regex("[0-9a-f]{32}"))) << id;
    EXPECT_EQ(nginx.await_access_log(1).at(0), id);
    EXPECT_TRUE(contains(nginx.violations().at(0), " request_id=" + id));
}

TEST_F(RefusalTest, ARuleHoldsNoOddOctets) {
    start("    refusal: {text: \"${rule}\"}\n");
    EXPECT_EQ(ask("/odd%22x").body, "Disallow: /odd%22x\n");
}

TEST_F(RefusalTest, TheLogLineSaysWhereTheRuleIsWritten) {
    start("");
    ask();
    const std::string line = nginx.violations().at(0);
    EXPECT_TRUE(std::regex_search(
        line, std::regex("rule=\"Disallow: /private/\" "
                         "at=\\S+/policy.yaml:5:\\d+ verdict=disallowed "
                         "action=reject would=reject ")))
        << line;
}

TEST_F(RefusalTest, UnderLogTheLineSaysWhatWouldBeDone) {
    start("",
          "robots_enforce log; add_header X-Would $robots_would;"
          "add_header X-Action $robots_action;");
    const Response answer = ask();
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("X-Action"), "log");
    EXPECT_EQ(answer.header("X-Would"), "reject");
    EXPECT_EQ(ask("/").header("X-Would"), "pass");
    EXPECT_EQ(
        nginx.get("http://example.com/private/", kChrome).header("X-Would"),
        "-");
    EXPECT_TRUE(contains(nginx.violations().at(0), " action=log would=reject "))
        << nginx.violations().at(0);
}

}  // namespace
}  // namespace integration
