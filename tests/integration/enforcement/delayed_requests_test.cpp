// Requests that are delayed: on a timer, never on a worker; freed when the
// client leaves; bounded in number.

#include "tests/harness/certificate.hpp"
#include "tests/harness/http2_connection.hpp"
#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

class Delayed : public RobotsTest {
  protected:
    void delay(const std::string& crawl_delay, const std::string& max_wait) {
        policy(
            "enforce: {crawl_delay: throttle, burst: 0, tolerance: 0%, "
            "max_wait: " +
            max_wait + R"(}
sites:
  - host: example.com
    groups:
      - user_agent: "*"
        crawl_delay: )" +
            crawl_delay + "\n");
    }

    std::string ask(std::string_view agent = kGptBot,
                    const std::string& request_line = "GET /page HTTP/1.1") {
        return message(request_line, "example.com",
                       {"User-Agent: " + std::string(agent)});
    }

    // A connection on which a request has been sent.
    Connection asking(std::string_view agent = kGptBot) {
        Connection connection(nginx.port());
        connection.send(ask(agent));
        return connection;
    }

    struct Counts {
        std::size_t passed = 0;
        std::size_t refused = 0;
        std::size_t waiting = 0;
    };

    static Counts count(std::vector<Connection>& connections) {
        Counts counts;
        for (Connection& connection : connections) {
            if (!connection.readable(0ms)) {
                ++counts.waiting;
                continue;
            }
            const Response answer = connection.read();
            counts.passed += answer.status == 200 ? 1 : 0;
            counts.refused +=
                answer.status == 429 && answer.has("Retry-After") ? 1 : 0;
        }
        return counts;
    }

    // Uses the crawler's budget up, so that its next request is early.
    void use_budget(std::string_view agent = kGptBot) {
        ASSERT_EQ(asking(agent).read().status, 200);
    }
};

constexpr const char* kLogAll =
    "access_log @prefix@/access.log; "
    "location / { proxy_pass http://127.0.0.1:@backend@; }";

TEST_F(Delayed, TheWorkerServesOthersMeanwhile) {
    delay("2s", "5s");
    serve();
    use_budget();
    Connection delayed = asking();
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(nginx.get("http://example.com/page", kChrome).status, 200);
        EXPECT_EQ(nginx.get("http://example.com/robots.txt").status, 200);
    }
    EXPECT_FALSE(delayed.readable(0ms)) << "served before it was due";
    EXPECT_EQ(delayed.read().body, "backend GET /page");
}

TEST_F(Delayed, DelayedRequestsKeepTheirOrder) {
    constexpr std::size_t kRequests = 6;
    delay("300ms", "5s");
    serve(kLogAll);
    const Stopwatch watch;
    std::vector<Connection> connections;
    for (std::size_t i = 0; i < kRequests; ++i) {
        connections.emplace_back(nginx.port());
        connections.back().send(
            ask(kGptBot, "GET /" + std::to_string(i) + " HTTP/1.1"));
        // The next one has not come before this one is judged.
        ASSERT_TRUE(await([&] { return nginx.violations().size() >= i; }));
    }
    const std::vector<std::string> served = nginx.await_access_log(kRequests);
    ASSERT_EQ(served.size(), kRequests);
    for (std::size_t i = 0; i < kRequests; ++i) {
        EXPECT_TRUE(contains(served[i], "GET /" + std::to_string(i) + " "))
            << served[i];
        EXPECT_EQ(connections[i].read().status, 200);
    }
    EXPECT_GE(watch.elapsed(), 1450ms);
}

TEST_F(Delayed, PipelinedRequestsKeepTheirOrder) {
    delay("300ms", "5s");
    serve();
    Connection connection(nginx.port());
    connection.send(ask(kGptBot, "GET /1 HTTP/1.1") +
                    ask(kGptBot, "GET /2 HTTP/1.1") +
                    ask(kChrome, "GET /3 HTTP/1.1") +
                    ask(kGptBot, "GET /robots.txt HTTP/1.1"));
    EXPECT_EQ(connection.read().body, "backend GET /1");
    EXPECT_EQ(connection.read().body, "backend GET /2");
    EXPECT_EQ(connection.read().body, "backend GET /3");
    EXPECT_EQ(connection.read().header("Content-Type"),
              "text/plain; charset=utf-8");
}

TEST_F(Delayed, ADelayedPostKeepsItsBody) {
    delay("300ms", "5s");
    serve("client_max_body_size 1m; " + std::string(kToBackend));
    use_budget();
    const Response answer =
        nginx.send(Request("http://example.com/form")
                       .agent(kGptBot)
                       .posting(std::string(200 * 1024, 'x')));
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, "backend POST /form");
}

TEST_F(Delayed, ABodyMayComeDuringTheDelay) {
    delay("600ms", "5s");
    serve();
    use_budget();
    Connection connection(nginx.port());
    connection.send(message(
        "POST /form HTTP/1.1", "example.com",
        {"User-Agent: " + std::string(kGptBot), "Transfer-Encoding: chunked"}));
    ASSERT_TRUE(nginx.await_error_log("action=throttle"));
    connection.send("3\r\nabc\r\n0\r\n\r\n" + ask(kChrome));
    EXPECT_EQ(connection.read().body, "backend POST /form");
    EXPECT_EQ(connection.read().body, "backend GET /page");
}

TEST_F(Delayed, ADelayedPostOverHttp2KeepsItsBody) {
    delay("600ms", "5s");
    write_certificate(nginx.folder());
    serve("listen 127.0.0.1:@tls@ ssl http2;" + std::string(kCertificate) +
          std::string(kToBackend));
    use_budget();
    const Response answer =
        nginx.send(Request("https://example.com/form")
                       .to(nginx.port("tls"))
                       .over(Version::http2)
                       .agent(kGptBot)
                       .posting(std::string(300 * 1024, 'x')));
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, "backend POST /form");
    EXPECT_GE(answer.took, 300ms);
}

TEST_F(Delayed, StreamsOfOneConnectionDoNotDelayEachOther) {
    delay("1s", "5s");
    serve("listen 127.0.0.1:@h2@ http2; " + std::string(kToBackend));
    use_budget();
    Http2Connection connection(nginx.port("h2"));
    const auto open = [&](const std::string& path, std::string_view agent) {
        return connection.open({{":method", "GET"},
                                {":scheme", "http"},
                                {":authority", "example.com"},
                                {":path", path},
                                {"user-agent", std::string(agent)}});
    };
    const Stopwatch watch;
    const std::uint32_t delayed = open("/delayed", kGptBot);
    ASSERT_TRUE(nginx.await_error_log("action=throttle"));
    const std::uint32_t other = open("/other", kChrome);
    EXPECT_EQ(connection.read(other).body, "backend GET /other");
    EXPECT_FALSE(connection.has_ended(delayed)) << "served before it was due";
    EXPECT_EQ(connection.read(delayed).body, "backend GET /delayed");
    EXPECT_GE(watch.elapsed(), 500ms);
}

TEST_F(Delayed, AClientThatLeavesIsFreedAtOnce) {
    delay("20s", "30s");
    serve(kLogAll);
    use_budget();
    asking();  // and gone again
    EXPECT_TRUE(
        await([&] { return contains(nginx.access_log(), " 499 "); }, 5s))
        << nginx.access_log();
    EXPECT_EQ(nginx.get("http://example.com/", kChrome).status, 200);
}

TEST_F(Delayed, AClientThatLeavesOverHttp2IsFreedAtOnce) {
    delay("20s", "30s");
    serve("listen 127.0.0.1:@h2@ http2; " + std::string(kLogAll));
    use_budget();
    {
        // The connection preface, SETTINGS, and HEADERS for / by GPTBot.
        Connection connection(nginx.port("h2"));
        const std::string agent = "GPTBot/1.2";
        const std::string host = "example.com";
        std::string block = "\x82\x84\x86";  // GET, /, http
        block += '\x01';                     // :authority, literal
        block += static_cast<char>(host.size());
        block += host;
        block += "\x0f\x2b";  // user-agent, literal without indexing
        block += static_cast<char>(agent.size());
        block += agent;
        connection.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
        connection.send(std::string("\0\0\0\4\0\0\0\0\0", 9));
        connection.send(std::string("\0\0", 2) +
                        static_cast<char>(block.size()) +
                        std::string("\1\5\0\0\0\1", 6) + block);
        ASSERT_TRUE(nginx.await_error_log("action=throttle"));
    }
    EXPECT_TRUE(
        await([&] { return contains(nginx.access_log(), " 499 "); }, 5s))
        << nginx.access_log();
}

TEST_F(Delayed, QuitLetsThemFinish) {
    delay("1s", "5s");
    serve("location / { empty_gif; }");
    use_budget();
    Connection delayed = asking();
    ASSERT_TRUE(nginx.await_error_log("action=throttle"));
    nginx.stop();
    EXPECT_EQ(delayed.read().status, 200);
}

TEST_F(Delayed, ReloadLetsThemFinish) {
    delay("1500ms", "5s");
    serve();
    use_budget();
    Connection delayed = asking();
    ASSERT_TRUE(nginx.await_error_log("action=throttle"));
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(delayed.read().status, 200);
}

// Requests from any address, by crawlers that may wait long: a worker delays
// half as many as it has connections.
class DelayedShares : public Delayed {
  protected:
    static constexpr std::size_t kPlaces = 256;

    DelayedShares() {
        nginx.connections = 2 * kPlaces;
        policy(R"(
enforce: {crawl_delay: throttle, burst: 0, tolerance: 0%, max_wait: 60s}
sites:
  - host: example.com
    groups:
      - {user_agent: "*", crawl_delay: 20s}
      - {user_agent: GPTBot, crawl_delay: 200ms}
)");
        serve(
            "set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;"
            "robots_log_rate off; location / { empty_gif; }");
    }

    static std::string near(std::size_t i) {
        return "203.0.113." + std::to_string(i % 256);
    }

    static std::string far(std::size_t i) {
        return "10." + std::to_string(i / 256) + "." + std::to_string(i % 256) +
               ".1";
    }

    void ask_from(const std::string& address,
                  std::string_view agent = "GPTBot/1.0") {
        connections.emplace_back(nginx.port());
        connections.back().send(message("GET /page HTTP/1.1", "example.com",
                                        {"User-Agent: " + std::string(agent),
                                         "X-Forwarded-For: " + address}));
    }

    // What became of all of them, of which the first was not early.
    Counts answers(std::size_t on_time = 1) {
        EXPECT_TRUE(await([&] {
            return nginx.violations().size() + on_time >= connections.size();
        }));
        const Counts counts = count(connections);
        EXPECT_EQ(counts.passed + counts.refused + counts.waiting,
                  connections.size());
        return counts;
    }

    // Whether a crawler's second request is delayed.
    bool delays(const std::string& address, std::string_view agent) {
        const std::size_t before = nginx.violations().size();
        Connection first(nginx.port());
        const auto ask = message("GET /page HTTP/1.1", "example.com",
                                 {"User-Agent: " + std::string(agent),
                                  "X-Forwarded-For: " + address});
        first.send(ask);
        Connection second(nginx.port());
        second.send(ask);
        EXPECT_TRUE(await([&] { return nginx.violations().size() > before; }));
        return contains(nginx.violations().back(), "action=throttle");
    }

    std::vector<Connection> connections;
};

TEST_F(DelayedShares, DelayedRequestsAreLimitedAndLeavingFreesAPlace) {
    constexpr std::size_t kBound = kPlaces / 4 * 3;
    for (std::size_t i = 0; i < kPlaces + 100; ++i) {
        ask_from(far(i));
    }
    const Counts counts = answers();
    EXPECT_GT(counts.refused, 0U);
    EXPECT_LE(counts.waiting, kBound);
    EXPECT_GT(counts.waiting, kBound / 2);
    EXPECT_EQ(nginx.get("http://example.com/page", kChrome).status, 200);

    connections.clear();
    int bots = 0;
    const auto held_again = [&] {
        return delays(far(999), "Late" + std::to_string(++bots) + "Bot/1.0");
    };
    EXPECT_TRUE(await(held_again))
        << "delayed requests whose clients left must make room";
}

TEST_F(DelayedShares, AFullNetworkLeavesPlacesForOthers) {
    for (std::size_t i = 0; i < 100; ++i) {
        ask_from(near(i));
    }
    const Counts counts = answers();
    EXPECT_LE(counts.waiting, kPlaces / 8);
    EXPECT_GT(counts.waiting, kPlaces / 16);
    EXPECT_GT(counts.refused, 0U);
    EXPECT_TRUE(delays(far(1), "ClaudeBot/1.0"));
    EXPECT_FALSE(delays(near(7), "Amazonbot/1.0"));
}

TEST_F(DelayedShares, StreamsOfAnHttp2ConnectionCountForOneNetwork) {
    nginx.stop();
    serve(
        "listen 127.0.0.1:@h2@ http2; set_real_ip_from 127.0.0.1;"
        "real_ip_header X-Forwarded-For; robots_log_rate off;"
        "location / { empty_gif; }");
    Http2Connection connection(nginx.port("h2"));
    for (std::size_t i = 0; i < 100; ++i) {
        connection.open({{":method", "GET"},
                         {":scheme", "http"},
                         {":authority", "example.com"},
                         {":path", "/page"},
                         {"user-agent", "GPTBot/1.0"}});
    }
    EXPECT_TRUE(await([&] { return nginx.violations().size() >= 99; }));
    std::size_t refused = 0;
    for (const std::string& line : nginx.violations()) {
        refused += contains(line, "action=reject") ? 1 : 0;
    }
    EXPECT_GE(refused, 99 - kPlaces / 8 - 10);
    EXPECT_TRUE(delays(far(1), "ClaudeBot/1.0"));
}

TEST_F(DelayedShares, CrawlersKnownByShapeHaveAQuarterOfThePlaces) {
    constexpr std::size_t kBots = 100;
    for (std::size_t i = 0; i < kBots; ++i) {
        const std::string agent = "Shape" + std::to_string(i) + "Bot/1.0";
        ask_from(far(2 * i), agent);
        ask_from(far(2 * i + 1), agent);
    }
    const Counts counts = answers(kBots);
    EXPECT_LE(counts.waiting, kPlaces / 4);
    EXPECT_GT(counts.waiting, kPlaces / 8);
    EXPECT_TRUE(delays(far(999), "ClaudeBot/1.0"));
    EXPECT_FALSE(delays(far(998), "NewBot/1.0"));
}

}  // namespace
}  // namespace integration
