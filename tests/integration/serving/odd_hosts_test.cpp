// Hosts that have no canonical spelling, and that nginx serves all the same.

#include "tests/harness/first_line.hpp"
#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

constexpr std::string_view kStaging = R"(
enforce: {disallow: reject, impostor: pass}
sites:
  - host: "*.example.com"
    comment: "host=${host}|"
    sitemap: ${origin}/sitemap.xml
    x_robots_tag: noindex
    groups: [{user_agent: "*", disallow: /}]
)";

// What nginx's "server_name *.example.com" takes.
const std::vector<std::string> kOdd{
    "a$.example.com", "a%2e.example.com",       "a,b.example.com",
    "*.example.com",  "a\"b.example.com",       "<script>.example.com",
    "[a.example.com", "a$.B.EXAMPLE.com.:8080",
};

class OddHosts : public RobotsTest {
  protected:
    void start() {
        configure(R"(
            server { listen 127.0.0.1:@web@; return 421; }
            server { listen 127.0.0.1:@web@; server_name *.example.com;
                     location / { add_header X-Site "$robots_site"; empty_gif; }
                     location = /status { robots_status; } })");
        nginx.start();
    }

    Response ask(const std::string& host, const std::string& path,
                 std::string_view agent) {
        return Connection(nginx.port())
            .send(message("GET " + path + " HTTP/1.1", host,
                          {"User-Agent: " + std::string(agent)}))
            .read();
    }

    // nginx of later versions refuses some of them before any module.
    bool is_served(const std::string& host) {
        return ask(host, "/status", kChrome).status == 200;
    }
};

TEST_F(OddHosts, AnOddHostHasTheSiteOfItsWildcard) {
    policy(kStaging);
    start();
    int served = 0;
    std::vector<std::string> hosts = kOdd;
    hosts.push_back(std::string(64, 'a') + ".example.com");
    hosts.push_back(std::string(300, 'a') + ".example.com");
    for (const std::string& host : hosts) {
        if (!is_served(host)) {
            continue;
        }
        ++served;
        const Response page = ask(host, "/x", kChrome);
        EXPECT_EQ(page.status, 200) << host;
        EXPECT_EQ(page.header("X-Site"), "*.example.com") << host;
        EXPECT_EQ(page.header("X-Robots-Tag"), "noindex") << host;
        EXPECT_EQ(ask(host, "/robots.txt", kGptBot).status, 200) << host;
        EXPECT_EQ(ask(host, "/x", kGptBot).status, 403) << host;
    }
    EXPECT_GT(served, 2);
}

TEST_F(OddHosts, NoResponseRepeatsAnOddHost) {
    policy(kStaging);
    start();
    for (const std::string& host : kOdd) {
        if (!is_served(host)) {
            continue;
        }
        const std::string txt = ask(host, "/robots.txt", kChrome).body;
        EXPECT_TRUE(contains(txt, "# host=|\n")) << txt;
        EXPECT_TRUE(contains(txt, "Disallow: /\n")) << txt;
        EXPECT_FALSE(contains(txt, "example.com")) << txt;
        EXPECT_EQ(first_line(ask(host, "/x", kGptBot).body),
                  "GPTBot may not fetch this URL: rule \"Disallow: /\" of "
                  "group \"*\" in /robots.txt.\n");
        EXPECT_TRUE(host[0] == '*' ||
                    !contains(ask(host, "/status", kChrome).body,
                              host.substr(0, host.find('.')) + ".example.com"))
            << host;
    }
}

TEST_F(OddHosts, TheStatusCountsAnOddHostForItsSite) {
    policy(kStaging);
    start();
    ask("a$.example.com", "/x", kGptBot);
    const std::string status =
        ask("a.example.com", "/status?format=prometheus", kChrome).body;
    EXPECT_TRUE(contains(status, "site=\"*.example.com\"")) << status;
}

TEST_F(OddHosts, AnOddHostWithoutAWildcardHasTheDefault) {
    policy(std::string(kStaging) +
           "default: {groups: [{user_agent: \"*\", disallow: /default}]}\n");
    serve();
    EXPECT_EQ(ask("a$.example.org", "/default", kGptBot).status, 403);
    EXPECT_EQ(ask("a$example.com", "/default", kGptBot).status, 403);
    EXPECT_EQ(ask("a$example.com", "/x", kGptBot).status, 200);
}

}  // namespace
}  // namespace integration
