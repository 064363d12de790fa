// Requests that wait for DNS to say who sent them: briefly, on no worker, and
// only where it matters.

#include <algorithm>

#include "tests/integration/identity/identity_fixture.hpp"

namespace integration {
namespace {

class AwaitingIdentity : public IdentityTest {
  protected:
    // A crawler's second request within an hour is refused, an impostor's
    // first.
    void start(const std::string& more = "") {
        policy_of("impostor: reject, crawl_delay: reject, burst: 0",
                  "crawl_delay: 1h");
        serve(server("", more));
    }

    // A confirmed crawler, the answer to whose reverse name waits for
    // release_all().
    void hold() {
        names.confirmed(kAddress, kName);
        names.hold(reverse_name(kAddress), RecordType::ptr);
    }

    bool await_asked() {
        return IdentityTest::await_asked(reverse_name(kAddress),
                                         RecordType::ptr);
    }
};

TEST_F(AwaitingIdentity, ARequestGoesOnWhenTheAnswerComes) {
    hold();
    start();
    Connection waiting = asking(kAddress);
    ASSERT_TRUE(await_asked());
    names.release_all();
    const Response answer = waiting.read();
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("X-Identity"), "verified");
    EXPECT_EQ(ask(kAddress).status, 429) << "judged and charged once";
    EXPECT_EQ(nginx.violations().size(), 1U);
}

TEST_F(AwaitingIdentity, ARequestWaitsOnlyForTheAnswer) {
    policy_of("impostor: reject");
    serve(server());
    const Stopwatch watch;
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(ask("203.0.113." + std::to_string(i)).status, 403);
    }
    EXPECT_LT(watch.elapsed(), scaled(15s)) << "a second each";
}

TEST_F(AwaitingIdentity, ARequestOverHttp2Does) {
    names.confirmed(kAddress, kName);
    policy_of("impostor: reject");
    serve("listen 127.0.0.1:@h2@ http2;" + server());
    const Response answer =
        nginx.send(Request("http://example.com/page")
                       .to(nginx.port("h2"))
                       .over(Version::http2)
                       .agent(kTrueBot)
                       .header("X-Forwarded-For: " + std::string(kAddress)));
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("X-Identity"), "verified");
}

TEST_F(AwaitingIdentity, ABodyThatComesMeanwhileIsKept) {
    names.confirmed(kAddress, kName);
    policy_of("impostor: reject");
    names.hold(reverse_name(kAddress), RecordType::ptr);
    serve(std::string(kRealIp) + "resolver 127.0.0.1:" +
          std::to_string(names.port()) + ";" + std::string(kToBackend));
    Connection connection(nginx.port());
    connection.send(message("POST /form HTTP/1.1", "example.com",
                            {"User-Agent: " + std::string(kTrueBot),
                             "X-Forwarded-For: " + std::string(kAddress),
                             "Transfer-Encoding: chunked"}));
    ASSERT_TRUE(await_asked());
    connection.send("3\r\nabc\r\n0\r\n\r\n" + raw(kAddress));
    names.release_all();
    EXPECT_EQ(connection.read().body, "backend POST /form");
    EXPECT_EQ(connection.read().body, "backend GET /page");
}

TEST_F(AwaitingIdentity, FiftyRequestsAtOnceAskOnce) {
    names.confirmed(kAddress, kName);
    policy_of("impostor: reject");
    names.hold(reverse_name(kAddress), RecordType::ptr);
    serve(server());
    std::vector<Connection> connections;
    for (int i = 0; i < 50; ++i) {
        connections.push_back(asking(kAddress));
    }
    ASSERT_TRUE(await_asked());
    names.release_all();
    for (Connection& connection : connections) {
        EXPECT_EQ(connection.read().header("X-Identity"), "verified");
    }
    EXPECT_EQ(names.asked(), 3U);
}

TEST_F(AwaitingIdentity, ASlowAnswerIsAwaitedBrieflyAndServesTheNext) {
    hold();
    start();
    const Stopwatch watch;
    Connection waiting = asking(kAddress);
    const Response answer = waiting.read();
    EXPECT_GE(watch.elapsed(), 900ms);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("X-Identity"), "unverifiable");
    EXPECT_EQ(names.asked(reverse_name(kAddress), RecordType::ptr), 1U);
    names.release_all();
    EXPECT_TRUE(await([&] { return identity(kAddress) == "verified"; }));
    EXPECT_EQ(names.asked(), 3U);
}

TEST_F(AwaitingIdentity, TheWaitEndsAtTheResolversTimeout) {
    names.ignore_the_rest();
    start("resolver_timeout 100ms;");
    EXPECT_EQ(ask(kAddress).header("X-Identity"), "unverifiable");
    EXPECT_EQ(names.asked(), 1U);
}

TEST_F(AwaitingIdentity, TheWorkerServesOthersMeanwhile) {
    hold();
    start();
    Connection waiting = asking(kAddress);
    ASSERT_TRUE(await_asked());
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(nginx.get("http://example.com/page", kChrome).status, 200);
        EXPECT_EQ(nginx.get("http://example.com/robots.txt").status, 200);
    }
    names.release_all();
    EXPECT_EQ(waiting.read().status, 200);
}

TEST_F(AwaitingIdentity, NobodyWaitsWhileDnsIsSilent) {
    names.ignore_the_rest();
    policy_of("impostor: reject");
    serve(server("", "resolver_timeout 2s;"));
    const Stopwatch watch;
    for (int i = 0; i < 30; ++i) {
        const std::string address = "203.0.113." + std::to_string(i);
        EXPECT_EQ(ask(address).header("X-Identity"), "unverifiable");
    }
    EXPECT_LT(watch.elapsed(), scaled(20s)) << "30 requests of a second each";
}

TEST_F(AwaitingIdentity, APromptAnswerMakesRequestsWaitAgain) {
    names.ignore(reverse_name("203.0.113.1"), RecordType::ptr);
    names.confirmed(kAddress, kName);
    names.confirmed(kAddress6, "bot-6.crawl.example");
    policy_of("impostor: reject");
    serve(server("", "resolver_timeout 200ms;"));
    EXPECT_EQ(identity("203.0.113.1"), "unverifiable");
    // This one does not wait, but its lookup ends well.
    EXPECT_TRUE(await([&] { return identity(kAddress) == "verified"; }));
    EXPECT_EQ(identity(kAddress6), "verified");
}

TEST_F(AwaitingIdentity, NobodyWaitsIfOnlyTheLogWouldChange) {
    hold();
    policy_of("impostor: log, burst: 0", "crawl_delay: 1h");
    serve(server());
    Connection logged = asking(kAddress);
    EXPECT_TRUE(logged.readable(900ms));
    EXPECT_EQ(logged.read().header("X-Identity"), "unverifiable");
    ASSERT_TRUE(await_asked());
    EXPECT_EQ(identity(kAddress), "unverifiable");
    EXPECT_EQ(nginx.violations().size(), 1U);
    EXPECT_TRUE(contains(nginx.violations().back(), "identity=unverifiable "));
    names.release_all();
    EXPECT_TRUE(await([&] { return identity(kAddress) == "verified"; }));
    EXPECT_EQ(names.asked(), 3U);
}

TEST_F(AwaitingIdentity, AClientThatLeavesIsFreedAtOnce) {
    hold();
    policy_of("impostor: reject");
    serve(server("", "access_log @prefix@/access.log;"));
    {
        Connection gone = asking(kAddress);
        ASSERT_TRUE(await_asked());
    }
    EXPECT_TRUE(
        await([&] { return contains(nginx.access_log(), " 499 "); }, 5s))
        << nginx.access_log();
    names.release_all();
    EXPECT_EQ(identity(kAddress), "verified");
    EXPECT_EQ(names.asked(), 3U) << "the answer was for others too";
}

TEST_F(AwaitingIdentity, AReloadLosesNeitherRequestNorAnswer) {
    hold();
    start();
    Connection waiting = asking(kAddress);
    ASSERT_TRUE(await_asked());
    ASSERT_TRUE(nginx.reload());
    names.release_all();
    EXPECT_EQ(waiting.read().status, 200);
    EXPECT_TRUE(await([&] { return identity(kAddress) == "verified"; }));
}

TEST_F(AwaitingIdentity, AWorkerExitsWhileLookupsRun) {
    hold();
    names.ignore_the_rest();
    policy_of("impostor: log");
    serve(server("", "resolver_timeout 30s;"));
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(ask("203.0.113." + std::to_string(i)).status, 200);
    }
    EXPECT_EQ(nginx.get("http://example.com/robots.txt", kTrueBot).status, 200);
    EXPECT_EQ(asking(kAddress, "/robots.txt").read().status, 200);
    ASSERT_TRUE(await_asked());
    const Stopwatch watch;
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(ask("203.0.113.100").status, 200);
    nginx.stop();
    EXPECT_LT(watch.elapsed(), scaled(20s)) << "must not wait for DNS";
}

TEST_F(AwaitingIdentity, OneNetworkLeavesLookupsForOthers) {
    names.ignore_the_rest();
    names.confirmed(kAddress, kName);
    policy_of("impostor: log");
    serve(server("", "resolver_timeout 30s;"));
    for (int i = 0; i < 40; ++i) {
        ask("203.0.113." + std::to_string(i));
        ask("2001:db8:1:" + std::to_string(i) + "::1");
    }
    EXPECT_TRUE(await([&] { return names.names_asked() == 64; }));
    EXPECT_TRUE(await([&] { return identity(kAddress) == "verified"; }));
    for (int i = 0; i < 300; ++i) {
        ask("192.0." + std::to_string(i % 256) + "." + std::to_string(i / 256));
    }
    EXPECT_EQ(names.names_asked(), 256U + 2U);
    EXPECT_EQ(identity(kAddress), "verified");
}

// Half of a worker's connections may be delayed, a quarter of them by those
// that wait to be known, of which one network has a quarter, but four.
class IdentityPlaces : public AwaitingIdentity {
  protected:
    static constexpr std::size_t kOfNetwork = 4;

    void start(const std::string& enforce, const std::string& group,
               const std::string& crawler = "rdns: crawl.example") {
        names.hold(reverse_name(kAddress), RecordType::ptr);
        nginx.connections = 64;
        policy_of(enforce, group, crawler);
        configure(
            "log_format verdict '$robots_verdict $robots_action $status';"
            "server { listen 127.0.0.1:@web@;"
            "access_log @prefix@/access.log verdict;" +
            server("", "resolver_timeout 2s;") + "}");
        nginx.start();
        for (std::size_t i = 0; i < kOfNetwork; ++i) {
            waiting.push_back(asking(kAddress));
        }
        ASSERT_TRUE(await_asked());
    }

    std::vector<Connection> waiting;
};

TEST_F(IdentityPlaces, WithoutAPlaceARequestGets429) {
    start("impostor: reject", "disallow: /private");
    Connection late = asking(kAddress);
    const Response answer = late.read(900ms);
    EXPECT_EQ(answer.status, 429);
    EXPECT_EQ(answer.header("Retry-After"), "1");
    EXPECT_TRUE(contains(answer.body, "TrueBot")) << answer.body;
    ASSERT_EQ(nginx.violations().size(), 1U);
    EXPECT_TRUE(
        contains(nginx.violations()[0],
                 "identity=unverifiable group=* rule=\"-\" at=- "
                 "verdict=unverifiable action=reject would=reject wait=1.000"))
        << nginx.violations()[0];
    const std::vector<std::string> lines = nginx.await_access_log(1);
    ASSERT_FALSE(lines.empty());
    EXPECT_EQ(lines[0], "unverifiable reject 429");
    names.release_all();
    for (Connection& connection : waiting) {
        EXPECT_EQ(connection.read().status, 403) << "an impostor's";
    }
    EXPECT_EQ(ask(kAddress).status, 403) << "known by now";
}

TEST_F(IdentityPlaces, EachNetworkHasItsShareOfPlaces) {
    names.confirmed("100.65.0.7", "bot-8.crawl.example");
    start("impostor: reject", "disallow: /private");
    EXPECT_EQ(identity("100.65.0.7"), "verified");
    names.release_all();
}

TEST_F(IdentityPlaces, WithoutAPlaceAClosedPathIsRefused) {
    start("impostor: reject, disallow: reject", "disallow: /private");
    EXPECT_EQ(asking(kAddress, "/private").read(900ms).status, 403);
    names.release_all();
}

TEST_F(IdentityPlaces, WithoutAPlaceRequestsPassIfImpostorsMay) {
    start("impostor: log, crawl_delay: reject", "crawl_delay: 1h");
    Connection late = asking(kAddress);
    const Response answer = late.read(900ms);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("X-Identity"), "unverifiable");
    names.release_all();
}

// Whoever sends it, such a request can only be logged.
TEST_F(IdentityPlaces, AClientsPostWaitsForNoPlace) {
    start("impostor: reject",
          "crawl_delay: 1s}, {user_agent: TrueBot, disallow: /private",
          "rdns: crawl.example, category: client");
    Connection post(nginx.port());
    post.send(message(
        "POST /page HTTP/1.1", "example.com",
        {"User-Agent: " + std::string(kTrueBot),
         "X-Forwarded-For: " + std::string(kAddress), "Content-Length: 0"}));
    EXPECT_EQ(post.read(900ms).status, 405) << "as empty_gif answers";
    EXPECT_EQ(asking(kAddress).read(900ms).status, 429) << "a GET";
    names.release_all();
}

TEST_F(IdentityPlaces, PlacesAreFreeAgainWhenClientsLeave) {
    start("impostor: reject", "disallow: /private");
    EXPECT_EQ(asking(kAddress).read(900ms).status, 429);
    waiting.clear();
    // Who waits has no answer yet. Nobody waits for longer than a second, and
    // times are four times as long with sanitizers.
    EXPECT_TRUE(await([&] { return !asking(kAddress).readable(200ms); }));
    names.release_all();
}

}  // namespace
}  // namespace integration
