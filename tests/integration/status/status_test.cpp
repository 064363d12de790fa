// robots_status: what it counts of real traffic, and keeps.

#include <chrono>

#include "tests/harness/processes.hpp"
#include "tests/integration/status/status_fixture.hpp"

namespace integration {
namespace {

constexpr std::string_view kStatusPolicy = R"(
enforce: {disallow: reject, crawl_delay: throttle, burst: 0, tolerance: 0%, max_wait: 5s}
sites:
  - host: example.com
    groups:
      - {user_agent: "*", disallow: /private/, allow: /private/open}
      - {user_agent: ClaudeBot, crawl_delay: 400ms}
  - host: other.example
    groups: [{user_agent: "*", disallow: /x/}]
)";

// Longer than any step of the clock that nginx reads.
constexpr std::chrono::milliseconds kClockStep{40};

class Status : public StatusTest {
  protected:
    Status() { policy(kStatusPolicy); }

    int ask(const std::string& path, std::string_view agent = kGptBot,
            const std::string& host = "example.com") {
        return nginx.get("http://" + host + path, agent).status;
    }
};

TEST_F(Status, CountsPassedAndRefusedRequests) {
    serve_with_status();
    EXPECT_EQ(ask("/private/1"), 403);
    EXPECT_EQ(ask("/private/2"), 403);
    EXPECT_EQ(ask("/private/open"), 200);
    EXPECT_EQ(ask("/page"), 200);
    EXPECT_EQ(ask("/x/", kGptBot, "other.example"), 403);
    const Json row = crawler("GPTBot");
    EXPECT_EQ(row["counts"]["requests"], 5);
    EXPECT_EQ(row["counts"]["verdicts"]["disallow"], 3);
    EXPECT_EQ(row["counts"]["verdicts"]["allow"], 2);
    EXPECT_EQ(row["counts"]["actions"]["reject"], 3);
    EXPECT_EQ(row["counts"]["actions"]["pass"], 2);
    EXPECT_EQ(row["sites"], 2);
    EXPECT_EQ(row["busiest_site"], "example.com");
    const Json all = json();
    EXPECT_EQ(all["totals"]["counts"]["requests"], 5);
    EXPECT_EQ(all["series"][0]["refused"].back(), 3);
    EXPECT_EQ(all["rules"][0]["rule"], "Disallow: /private/");
    EXPECT_EQ(all["rules"][0]["requests"], 2);
    EXPECT_NE(
        all["rules"][0]["place"].get<std::string>().find("policy.yaml:7:"),
        std::string::npos);
}

TEST_F(Status, CountsNeitherBrowsersNorRobotsTxtAsRequests) {
    serve_with_status();
    ask("/private/", kChrome);
    ask("/robots.txt");
    EXPECT_EQ(json()["totals"]["counts"]["requests"], 0);
    EXPECT_EQ(crawler("GPTBot")["fetches"]["requests"], 1);
    EXPECT_EQ(json()["crawlers"]["total"], 1) << "a browser does not count";
}

TEST_F(Status, CountsFetchesOfRobotsTxt) {
    serve_with_status();
    ask("/page");
    EXPECT_TRUE(crawler("GPTBot")["fetches"]["last"].is_null());
    const Json before = json();
    ask("/robots.txt");
    const Json fetched = crawler("GPTBot")["fetches"];
    EXPECT_EQ(fetched["requests"], 1);
    EXPECT_EQ(fetched["current"], true);
    EXPECT_GE(fetched["last"], before["server"]["time"]);
    policy(R"(
sites: [{host: example.com, groups: [{user_agent: "*", disallow: /new/}]}]
)");
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(crawler("GPTBot")["fetches"]["current"], false);
}

TEST_F(Status, CountsAnswersByStatus) {
    serve_with_status();
    const Response answer = nginx.get("http://example.com/robots.txt");
    nginx.send(Request("http://example.com/robots.txt")
                   .header("If-None-Match: " + answer.header("ETag")));
    nginx.send(
        Request("http://example.com/robots.txt").header("Range: bytes=0-4"));
    nginx.send(Request("http://example.com/robots.txt").as("POST"));
    const auto answers = [this] { return json("site=example.com")["answers"]; };
    EXPECT_TRUE(becomes([&] { return answers().size() == 4; }));
    EXPECT_EQ(answers(), (Json{{{"status", 200}, {"count", 1}},
                               {{"status", 206}, {"count", 1}},
                               {{"status", 304}, {"count", 1}},
                               {{"status", 405}, {"count", 1}}}));
}

TEST_F(Status, CountsDelayedRequestsAndTheirTime) {
    serve_with_status();
    EXPECT_EQ(ask("/1", kClaudeBot), 200);
    Connection delayed(nginx.port());
    delayed.send(message("GET /2 HTTP/1.1", "example.com",
                         {"User-Agent: " + std::string(kClaudeBot)}));
    EXPECT_TRUE(becomes([&] { return json()["totals"]["delayed_now"] == 1; }));
    EXPECT_EQ(delayed.read().status, 200);
    const Json row = crawler("ClaudeBot");
    EXPECT_EQ(row["counts"]["actions"]["throttle"], 1);
    EXPECT_EQ(row["delays"]["requests"], 1);
    EXPECT_GT(row["delays"]["seconds"], 0.1);
    EXPECT_LT(row["delays"]["seconds"], 0.5);
    const Json totals = json()["totals"];
    EXPECT_EQ(totals["delayed_now"], 0);
    EXPECT_EQ(totals["delays"]["requests"], 1);
    EXPECT_EQ(json()["series"][0]["delayed"].back(), 1);
}

TEST_F(Status, AClientThatLeavesIsNoLongerDelayed) {
    serve_with_status();
    policy(R"(
enforce: {crawl_delay: throttle, max_wait: 1m, burst: 0, grace: 0s}
sites: [{host: example.com, groups: [{user_agent: "*", crawl_delay: 50s}]}]
)");
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(ask("/1"), 200);
    {
        Connection leaving(nginx.port());
        leaving.send(message("GET /2 HTTP/1.1", "example.com",
                             {"User-Agent: " + std::string(kGptBot)}));
        EXPECT_TRUE(
            becomes([&] { return json()["totals"]["delayed_now"] == 1; }));
        const auto since = std::chrono::steady_clock::now();
        EXPECT_TRUE(becomes([&] {
            return json()["totals"]["delayed_now"] == 1 &&
                   std::chrono::steady_clock::now() - since > kClockStep;
        }));
    }
    EXPECT_TRUE(becomes([&] { return json()["totals"]["delayed_now"] == 0; }));
    EXPECT_LT(crawler("GPTBot")["delays"]["seconds"], 30);
    EXPECT_GT(crawler("GPTBot")["delays"]["seconds"], 0);
}

TEST_F(Status, ExplainsWhenTheNextRequestIsAllowed) {
    policy(R"(
enforce: {crawl_delay: reject, burst: 0, tolerance: 0%, grace: 0s}
sites: [{host: example.com, groups: [{user_agent: "*", crawl_delay: 1h}]}]
)");
    serve_with_status();
    const auto explained = [this] {
        return json(
            "view=explain&scheme=http&host=example.com&user_agent=GPTBot");
    };
    EXPECT_EQ(explained()["next_request_in"], 0);
    EXPECT_EQ(ask("/page"), 200);
    EXPECT_GT(explained()["next_request_in"], 3500);
    EXPECT_EQ(explained()["action"], "reject");
}

TEST_F(Status, KeepsCountsOverReloadKilledWorkerAndUpgrade) {
    nginx.workers = 2;
    nginx.daemon = true;
    serve_with_status();
    ask("/private/");
    ask("/robots.txt");
    // Octets count when the request has ended, maybe in another worker.
    ASSERT_TRUE(becomes([&] { return crawler("GPTBot")["bytes"] != 0; }));
    const Json before = crawler("GPTBot");
    ASSERT_EQ(before["counts"]["requests"], 1);
    const Json since = site("example.com")["effective_since"];
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(crawler("GPTBot"), before);
    nginx.expect_alarm("signal 9");
    for (const pid_t worker : nginx.serving_workers()) {
        nginx.kill_worker(worker);
    }
    EXPECT_EQ(crawler("GPTBot"), before);
    nginx.upgrade();
    EXPECT_EQ(crawler("GPTBot"), before);
    EXPECT_EQ(site("example.com")["effective_since"], since);
    ask("/private/");
    EXPECT_EQ(crawler("GPTBot")["counts"]["requests"], 2);
}

TEST_F(Status, AKilledWorkersDelayedRequestsAreNotCounted) {
    serve_with_status();
    EXPECT_EQ(ask("/1", kClaudeBot), 200);
    Connection delayed(nginx.port());
    delayed.send(message("GET /2 HTTP/1.1", "example.com",
                         {"User-Agent: " + std::string(kClaudeBot)}));
    EXPECT_TRUE(becomes([&] { return json()["totals"]["delayed_now"] == 1; }));
    nginx.expect_alarm("signal 9");
    nginx.kill_worker(nginx.serving_workers().front());
    EXPECT_EQ(json()["totals"]["delayed_now"], 0);
}

TEST_F(Status, UnjudgedRequestsAreNotCounted) {
    configure("server { listen 127.0.0.1:@web@;" + std::string(kToBackend) +
              "location /free/ { robots_enforce off; empty_gif; }"
              "location /logged/ { robots_enforce log; empty_gif; } }" +
              status_server());
    nginx.start();
    ask("/free/");
    EXPECT_EQ(json()["totals"]["counts"]["requests"], 0);
    ask("/logged/");
    EXPECT_EQ(json()["totals"]["counts"]["requests"], 1);
}

TEST_F(Status, NamesChosenByClientsAreOnlyWhereTheyAreSaidToBe) {
    serve_with_status();
    const std::string hostile[] = {
        "<script>alert(1)</script>Bot/1.0 (+http://evil.example/)",
        "\"};alert(1)//Bot/2.0 (+http://evil.example/)",
        "\xE2\x80\xAEtoB/1.0 Bot/3.0 (+http://evil.example/)",
        std::string(8000, 'A') + "Bot/4.0"};
    for (const std::string& agent : hostile) {
        ask("/private/<script>\"", agent);
        nginx.send(
            Request("http://example.com/robots.txt?<script>").agent(agent));
    }
    EXPECT_EQ(crawler("(unlisted)")["counts"]["requests"], 3)
        << "nobody reads the whole of the last one";
    for (const char* query :
         {"", "format=prometheus", "format=json&view=sites"}) {
        const std::string text = status(query);
        for (const char* part :
             {"alert(1)", "evil.example", "\xE2\x80\xAE", "AAAA"}) {
            EXPECT_FALSE(contains(text, part)) << query << " has " << part;
        }
    }
    Json all = json();
    EXPECT_EQ(all["unlisted"].size(), 1) << "only the token is taken";
    EXPECT_EQ(all["unlisted"][0]["requests"], 3);
    all.erase("unlisted");
    EXPECT_FALSE(contains(all.dump(), "alert(1)"));
    Json of_site = json("site=example.com");
    EXPECT_EQ(of_site["last_violations"][0]["path"], "/private/<script>\"");
    of_site.erase("last_violations");
    EXPECT_FALSE(contains(of_site.dump(), "alert(1)"));
}

TEST_F(Status, ManyWorkersCountEachRequestOnce) {
    nginx.workers = 4;
    serve_with_status();
    constexpr int kRequests = 200;
    for (int i = 0; i < kRequests; ++i) {
        ask(i % 2 == 0 ? "/private/" : "/page");
    }
    EXPECT_EQ(crawler("GPTBot")["counts"]["requests"], kRequests);
    EXPECT_EQ(json()["rules"][0]["requests"], kRequests / 2);
}

TEST_F(Status, TheSmallestZoneEvictsTheOldest) {
    configure("robots_zone 32k; server { listen 127.0.0.1:@web@;" +
              std::string(kToBackend) + "}" + status_server());
    policy(R"(
sites:
  - host: "*.example.com"
    groups: [{user_agent: "*", disallow: /private/}]
)" + std::string("  - {host: [") +
           [] {
               std::string hosts;
               for (int i = 0; i < 60; ++i) {
                   hosts += "h" + std::to_string(i) + ".test, ";
               }
               return hosts;
           }() +
           "last.test], groups: [{user_agent: '*'}]}\n");
    nginx.log_level = "error";
    nginx.start();
    for (int round = 0; round < 3; ++round) {
        for (const char* agent :
             {"GPTBot/1", "ClaudeBot/1", "bingbot/2.0", "Googlebot/2.1",
              "CCBot/2.0", "AhrefsBot/7", "SemrushBot/7", "Bytespider/1",
              "PerplexityBot/1", "Applebot/1", "YandexBot/3.0",
              "DuckDuckBot/1"}) {
            ask("/private/" + std::to_string(round), agent, "a.example.com");
            ask("/private/" + std::to_string(round), agent, "last.test");
        }
    }
    const Json zone = json()["zone"];
    EXPECT_EQ(zone["bytes"], 32768);
    const Json visits = find(zone["tables"], "name", "visits");
    EXPECT_GT(visits["evicted"], 0);
    EXPECT_LE(visits["entries"], visits["capacity"]);
    EXPECT_EQ(json()["totals"]["counts"]["requests"], 72)
        << "the sums know of all";
}

}  // namespace
}  // namespace integration
