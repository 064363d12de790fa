// robotsctl explain says of a request what nginx does with it.

#include "tests/harness/robots_fixture.hpp"
#include "tests/harness/robotsctl.hpp"

namespace integration {
namespace {

constexpr std::string_view kExplainPolicy = R"(
enforce: {disallow: reject, crawl_delay: reject, visit_time: reject}
sites:
  - host: example.com
    groups:
      - user_agent: "*"
        disallow: [/private/, "/*?secret", "/caf%C3%A9", "/end$", "/a%2Fb"]
        allow: /private/open
      - {user_agent: GPTBot, disallow: /}
      - {user_agent: Googlebot, disallow: /private/, crawl_delay: 1h}
  - host: example.com
    port: 1
    groups: [{user_agent: "*", disallow: /}]
  - host: example.com
    scheme: https
    groups: [{user_agent: "*", disallow: /}]
  - host: "*.example.net"
    groups: [{user_agent: "*", disallow: /x}]
  - host: away.example
    suspend: {retry_after: 1h}
)";

class ExplainAgrees : public RobotsTest {
  protected:
    void start(const std::string& more = "") {
        policy(kExplainPolicy);
        configure(
            "log_format robots '$robots_site $robots_crawler $robots_group "
            "$robots_verdict $robots_action';"
            "server { listen 127.0.0.1:@web@; " +
            more + "access_log @prefix@/access.log robots;" +
            std::string(kToBackend) + "}");
        nginx.start();
    }

    // Site, crawler, group, verdict and action of a request for `target` on
    // `host`, as the access log has them.
    std::string logged(const std::string& host, const std::string& target,
                       const std::string& agent) {
        Connection connection(nginx.port());
        connection
            .send(message("GET " + target + " HTTP/1.1", host,
                          {"User-Agent: " + agent, "Connection: close"}))
            .rest();
        const std::vector<std::string> lines =
            nginx.await_access_log(++logged_);
        return lines.size() == logged_ ? lines.back() : "?";
    }

    std::string explained(const std::string& host, const std::string& target,
                          const std::string& agent,
                          const std::vector<std::string>& more = {}) {
        std::vector<std::string> arguments{
            "explain",
            nginx.folder().path("policy.yaml"),
            "--json",
            "--url",
            "http://" + host + ':' + std::to_string(nginx.port()) + target,
            "--user-agent",
            agent};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const auto told = robotsctl(arguments).at(0);
        std::string out;
        for (const char* name :
             {"site", "crawler", "group", "verdict", "action"}) {
            const auto& value = told[name];
            out += (out.empty() ? "" : " ") +
                   (value.is_null() ? "-" : value.get<std::string>());
        }
        return out;
    }

  private:
    std::size_t logged_ = 0;
};

TEST_F(ExplainAgrees, OnEveryTarget) {
    start();
    for (const char* target : {"/",
                               "/page",
                               "/private",
                               "/private/",
                               "/private/x",
                               "/private/open",
                               "//private/x",
                               "/x/../private/x",
                               "/%70rivate/x",
                               "/private%2Fx",
                               "/private%252Fx",
                               "/./private//open",
                               "/private/../page",
                               "/p?secret",
                               "/p?x=1&secret",
                               "/p?x#secret",
                               "/page#/private/",
                               "/caf%c3%a9",
                               "/caf\xC3\xA9",
                               "/caf%C3%A9/menu",
                               "/end",
                               "/end?",
                               "/end/",
                               "/a/b",
                               "/a%2fb",
                               "/a%2Fb",
                               "/robots.txt",
                               "//robots.txt",
                               "/robots.txt?x",
                               "/%72obots.txt",
                               "/robots%252etxt",
                               "/private/x%20y",
                               "/?/private/"}) {
        EXPECT_EQ(explained("example.com", target, "Examplebot/1.0"),
                  logged("example.com", target, "Examplebot/1.0"))
            << target;
    }
}

TEST_F(ExplainAgrees, WithSlashesKept) {
    start("merge_slashes off;");
    for (const char* target :
         {"//private/x", "/private//open", "/private/x", "//robots.txt"}) {
        EXPECT_EQ(explained("example.com", target, "Examplebot/1.0",
                            {"--no-merge-slashes"}),
                  logged("example.com", target, "Examplebot/1.0"))
            << target;
    }
}

TEST_F(ExplainAgrees, OnEveryHost) {
    start();
    for (const char* host : {"example.com", "EXAMPLE.com", "example.com.",
                             "a.example.net", "a.b.example.net", "example.net",
                             "away.example", "unknown.example", "127.0.0.1"}) {
        EXPECT_EQ(explained(host, "/x", "Examplebot/1.0"),
                  logged(host, "/x", "Examplebot/1.0"))
            << host;
    }
}

TEST_F(ExplainAgrees, OnEveryCrawler) {
    start();
    for (const std::string& agent :
         {std::string(kGptBot), std::string(kGooglebot),
          std::string(kClaudeBot), std::string(kChrome),
          std::string("curl/8.0"), std::string("Googlebot-Image/1.0"),
          std::string("AdsBot-Google"),
          std::string("my-own_bot (+https://example.com/bot)"),
          std::string("Googlebot/2.1 GPTBot/1.0")}) {
        EXPECT_EQ(explained("example.com", "/private/x", agent),
                  logged("example.com", "/private/x", agent))
            << agent;
    }
}

}  // namespace
}  // namespace integration
