// Requests with many User-Agent headers: nobody hides among them, and no
// more than eight are judged.

#include "tests/harness/http2_connection.hpp"
#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

// A hundred rules that each target is matched against, and none decides.
std::string policy_with(const std::string& enforce) {
    std::string text = "enforce: " + enforce +
                       "\nsites:\n  - host: example.com\n    groups:\n"
                       "      - user_agent: \"*\"\n        disallow:\n";
    for (int i = 0; i < 100; ++i) {
        text += "          - \"/*a*b*" + std::to_string(i) + "*c$\"\n";
    }
    return text +
           "          - /private/\n"
           "      - {user_agent: ClaudeBot, allow: /}\n";
}

class SeveralUserAgents : public RobotsTest {
  protected:
    void start(const std::string& enforce, const std::string& more = "") {
        policy(policy_with(enforce));
        serve(
            "listen 127.0.0.1:@h2@ http2; large_client_header_buffers 8 32k;"
            "location / { empty_gif; add_header X-Crawler "
            "\"$robots_crawler\"; }" +
            more);
    }

    static std::string request(const std::string& path,
                               const std::vector<std::string>& agents) {
        std::vector<std::string> lines;
        for (const std::string& agent : agents) {
            lines.push_back("User-Agent: " + agent);
        }
        return message("GET " + path + " HTTP/1.1", "example.com", lines);
    }

    Response ask(const std::string& path,
                 const std::vector<std::string>& agents) {
        return Connection(nginx.port()).send(request(path, agents)).read();
    }

    int over_http2(const std::string& path,
                   const std::vector<std::string>& agents) {
        Http2Connection::Fields fields{{":method", "GET"},
                                       {":scheme", "http"},
                                       {":authority", "example.com"},
                                       {":path", path}};
        for (const std::string& agent : agents) {
            fields.emplace_back("user-agent", agent);
        }
        return Http2Connection(nginx.port("h2")).send(fields).status;
    }
};

std::vector<std::string> browsers(int count) {
    std::vector<std::string> agents;
    for (int i = 0; i < count; ++i) {
        agents.push_back("Mozilla/5.0 (X" + std::to_string(i) + ")");
    }
    return agents;
}

std::vector<std::string> crawlers(int count) {
    std::vector<std::string> agents;
    for (int i = 0; i < count; ++i) {
        agents.push_back("c" + std::to_string(i) + "bot/1.0");
    }
    return agents;
}

TEST_F(SeveralUserAgents, EightHeadersAreRead) {
    start("reject");
    std::vector<std::string> agents = browsers(7);
    EXPECT_EQ(ask("/private/x", agents).status, 200);
    EXPECT_EQ(over_http2("/private/x", agents), 200);
    agents.emplace_back("GPTBot/1.2");
    EXPECT_EQ(ask("/private/x", agents).status, 403);
    EXPECT_EQ(over_http2("/private/x", agents), 403);
    EXPECT_EQ(ask("/x", agents).header("X-Crawler"), "GPTBot");
}

TEST_F(SeveralUserAgents, MoreThanEightAreRefusedWhoeverTheyName) {
    start("reject");
    for (const std::size_t at : {0, 7, 8, 99}) {
        std::vector<std::string> agents = browsers(100);
        agents[at] = "GPTBot/1.2";
        EXPECT_EQ(ask("/private/x", agents).status, 400) << at;
        EXPECT_EQ(over_http2("/private/x", agents), 400) << at;
    }
    EXPECT_EQ(ask("/x", std::vector<std::string>(9, "ClaudeBot/1.0")).status,
              400);
    EXPECT_EQ(ask("/x", browsers(9)).body,
              "This request has more than 8 User-Agent headers.\n");
    EXPECT_EQ(ask("/robots.txt", browsers(9)).status, 200);
    EXPECT_TRUE(nginx.violations().empty());
}

TEST_F(SeveralUserAgents, TheApplicationsRobotsTxtIsNeverRefused) {
    policy(
        "sites: [{host: example.com, robots_txt: pass, "
        "enforce: {disallow: reject}}]\n");
    serve(kToBackend);
    EXPECT_EQ(ask("/robots.txt", browsers(9)).body, "backend GET /robots.txt");
    EXPECT_EQ(ask("/x", browsers(9)).status, 400);
}

TEST_F(SeveralUserAgents, TheNextRequestIsReadCorrectlyAfterARefusal) {
    start("reject");
    Connection connection(nginx.port());
    connection.send(request("/x", browsers(9)) + request("/x", browsers(1)) +
                    request("/private/x", {"GPTBot/1.2"}));
    for (const int status : {400, 200, 403}) {
        EXPECT_EQ(connection.read().status, status);
    }
}

TEST_F(SeveralUserAgents, ManyHeadersPassIfThePolicyOnlyLogs) {
    start("log",
          "location /off/ { robots_enforce off; empty_gif; }"
          "location /log/ { robots_enforce log; empty_gif; }");
    for (const char* path : {"/x", "/off/x", "/log/x"}) {
        EXPECT_EQ(ask(path, crawlers(100)).status, 200) << path;
    }
}

TEST_F(SeveralUserAgents, ManyHeadersPassIfEnforcementIsOffOrOnlyLogs) {
    start(
        "reject",
        "location /off/ { robots_enforce off; empty_gif; }"
        "location /log/ { robots_enforce log; empty_gif; }"
        "location /to/ { robots_enforce off; rewrite ^/to(.*) /$1 last; }"
        "location /again/ { robots_enforce off; try_files /none /private/x; }");
    for (const char* path : {"/off/x", "/log/x", "/again/x"}) {
        EXPECT_EQ(ask(path, crawlers(100)).status, 200) << path;
        EXPECT_EQ(ask(path, {"GPTBot/1", "Mozilla/5.0"}).status, 200) << path;
    }
}

// Of 800, each judged, a request took 40 ms with these rules.
TEST_F(SeveralUserAgents, OnlyEightOfThemAreJudged) {
    start("log",
          "location /log/ { robots_enforce log; empty_gif; "
          "add_header X-Crawler \"$robots_crawler\"; }");
    for (const std::size_t at : {0, 7, 8, 9, 799}) {
        std::vector<std::string> agents = browsers(800);
        agents[at] = "GPTBot/1.2";
        const bool judged = at < 8;
        for (const std::string path : {"/private/x", "/log/x"}) {
            SCOPED_TRACE(path + " " + std::to_string(at));
            const Response response = ask(path, agents);
            EXPECT_EQ(response.status, 200);
            EXPECT_EQ(response.header("X-Crawler"), judged ? "GPTBot" : "");
        }
    }
    EXPECT_EQ(nginx.violations().size(), 2);
}

}  // namespace
}  // namespace integration
