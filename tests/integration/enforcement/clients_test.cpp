// Webhooks, API clients and apps: none is delayed or refused by what robots.txt
// says to all, and none pays for what another one does.

#include <thread>
#include <vector>

#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

constexpr const char* kApp = "MyShop/1.0 (+https://shop.example/app)";

class Clients : public RobotsTest {
  protected:
    void serve_closed(const std::string& more = "") {
        policy("enforce: {disallow: reject, crawl_delay: throttle, burst: 0" +
               more + R"(}
sites:
  - host: [example.com]
    groups:
      - {user_agent: "*", disallow: /private/, crawl_delay: 30s}
)");
        serve(
            "set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For; "
            "location / { proxy_pass http://127.0.0.1:@backend@; }");
    }

    int status(const std::string& path, std::string_view agent,
               const std::string& address = "192.0.2.1",
               const std::string& method = "GET") {
        return nginx
            .send(Request("http://example.com" + path)
                      .agent(agent)
                      .as(method)
                      .header("X-Forwarded-For: " + address))
            .status;
    }
};

TEST_F(Clients, AWebhooksFourPostsAtOncePass) {
    serve_closed();
    for (const char* agent :
         {"Stripe/1.0 (+https://stripe.com/docs/webhooks)", kApp,
          "Slackbot 1.0 (+https://api.slack.com/robots)"}) {
        const Stopwatch watch;
        std::vector<std::thread> senders;
        std::vector<int> statuses(4);
        for (int& each : statuses) {
            senders.emplace_back([&each, agent, this] {
                Client client;
                each = client
                           .send(Request("http://example.com/private/hook")
                                     .agent(agent)
                                     .to(nginx.port())
                                     .posting("{}"))
                           .status;
            });
        }
        for (std::thread& sender : senders) {
            sender.join();
        }
        EXPECT_EQ(statuses, std::vector<int>(4, 200)) << agent;
        EXPECT_LT(watch.elapsed(), scaled(20s)) << "30 s are the delay";
    }
}

TEST_F(Clients, WhoFetchesRobotsTxtIsHeldToItInItsNetwork) {
    serve_closed();
    EXPECT_EQ(status("/private/x", kApp), 200);
    EXPECT_EQ(status("/robots.txt", kApp), 200);
    EXPECT_EQ(status("/private/x", kApp), 403);
    EXPECT_EQ(status("/private/x", kApp, "192.0.2.200"), 403);
    EXPECT_EQ(status("/private/x", kApp, "198.51.100.1"), 200);
}

// The strictest verdict on a request with two names is that after the fetch,
// and $robots_would says the same where enforcement is off.
TEST_F(Clients, WhoFetchedRobotsTxtHidesBehindNoOtherName) {
    policy(R"(enforce: {disallow: reject}
sites:
  - host: [example.com]
    groups:
      - {user_agent: Bingbot, disallow: /private/, enforce: {disallow: log}}
      - {user_agent: "*", disallow: /private/}
)");
    serve(
        "location / { proxy_pass http://127.0.0.1:@backend@; }"
        "location /private/off { robots_enforce off; "
        "add_header X-Would $robots_would; empty_gif; }");
    const std::string app = kApp;
    const auto as = [this](const std::vector<std::string>& agents) {
        std::vector<std::string> lines;
        for (const std::string& agent : agents) {
            lines.push_back("User-Agent: " + agent);
        }
        return Connection(nginx.port())
            .send(message("GET /private/x HTTP/1.1", "example.com", lines))
            .read()
            .status;
    };
    const auto would = [&] {
        return nginx.send(Request("http://example.com/private/off").agent(app))
            .header("X-Would");
    };
    EXPECT_EQ(as({"bingbot/2.0", app}), 200);
    EXPECT_EQ(would(), "log");
    EXPECT_EQ(
        nginx.send(Request("http://example.com/robots.txt").agent(app)).status,
        200);
    EXPECT_EQ(as({app}), 403);
    EXPECT_EQ(as({app, "bingbot/2.0"}), 403);
    EXPECT_EQ(as({"bingbot/2.0", app}), 403);
    EXPECT_EQ(would(), "reject");
}

TEST_F(Clients, APolicyMayActOnContactAddresses) {
    serve_closed(", at_most: {contact_only: reject}");
    EXPECT_EQ(status("/private/x", kApp), 403);
}

TEST_F(Clients, WhatSendsDataIsNotRefusedForTheShapeOfItsName) {
    serve_closed();
    const char* agent = "ExampleBot/1.0";
    EXPECT_EQ(status("/private/x", agent), 403);
    EXPECT_EQ(status("/private/x", agent, "192.0.2.1", "POST"), 200);
    EXPECT_EQ(status("/private/x", agent, "192.0.2.1", "DELETE"), 200);
    EXPECT_EQ(status("/private/x", kGptBot, "192.0.2.1", "POST"), 403);
}

TEST_F(Clients, ServersOfOneSoftwareDoNotShareABudget) {
    policy(R"(enforce: {crawl_delay: reject, burst: 0}
sites:
  - {host: [example.com], groups: [{user_agent: "*", crawl_delay: 60s}]}
)");
    serve(
        "set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For; "
        "location / { proxy_pass http://127.0.0.1:@backend@; }");
    for (int i = 0; i < 12; ++i) {
        const std::string agent = "http.rb/5.1.1 (Mastodon/4.2.1; +https://m" +
                                  std::to_string(i) + ".example/)";
        const std::string address = "198.51." + std::to_string(i) + ".1";
        EXPECT_EQ(status("/page", agent, address), 200) << agent;
        EXPECT_EQ(status("/page", agent, address), 429) << agent;
    }
}

}  // namespace
}  // namespace integration
