// What a refused crawler and the error log get to read.

#include <regex>

#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

class RefusalTest : public RobotsTest {
  protected:
    void start(const std::string& refusal, const std::string& http = {}) {
        policy(
            "enforce: {disallow: reject, impostor: pass}\nsites:\n"
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

// The revision and the request are those that the logs have.
TEST_F(RefusalTest, TheSentenceIsFollowedByReferencesAndTheContact) {
    start("    refusal: {contact: bots@example.com}\n",
          "add_header X-Revision $robots_revision always;");
    const Response answer = ask();
    EXPECT_EQ(answer.body,
              "GPTBot may not fetch this URL: rule \"Disallow: /private/\" of "
              "group \"*\" in " +
                  origin() + "/robots.txt.\nRevision " +
                  answer.header("X-Revision") + ", request " +
                  nginx.await_access_log(1).at(0) +
                  ".\nContact: bots@example.com\n");
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
                         "at=\\S+/policy.yaml:5:\\d+ verdict=disallow "
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
        "");
    EXPECT_TRUE(contains(nginx.violations().at(0), " action=log would=reject "))
        << nginx.violations().at(0);
}

// "error_page ... =200" sets the status of what it leads to, but not of a
// refusal there.
TEST_F(RefusalTest, BehindAnErrorPageItIsStillARefusal) {
    start("", "error_page 418 =200 /app; location /private/ { return 418; }");
    const Response answer = ask("/private/x");
    EXPECT_EQ(answer.status, 403);
    EXPECT_TRUE(contains(answer.body, "may not fetch this URL"));
    EXPECT_EQ(nginx.get("http://example.com/private/x", kChrome).status, 200);
}

// As nginx's own "return 444".
TEST_F(RefusalTest, Status444ClosesTheConnectionWithoutAnAnswer) {
    policy(
        "default: {enforce: {disallow: reject}, refusal: {status: 444}, "
        "groups: [{user_agent: '*', disallow: /private/}]}\n");
    serve("access_log @prefix@/access.log;" + std::string(kToBackend));
    Connection connection(nginx.port());
    connection.send(message("GET /private/ HTTP/1.1", "example.com",
                            {"User-Agent: " + std::string(kGptBot)}));
    EXPECT_EQ(connection.rest(), "");
    EXPECT_TRUE(contains(nginx.await_access_log(1).at(0), " 444 0 "))
        << nginx.access_log();
    EXPECT_TRUE(contains(nginx.violations().at(0), " action=reject "))
        << nginx.violations().at(0);
    EXPECT_EQ(ask("/").status, 200);
}

}  // namespace
}  // namespace integration
