// robots_fleet: what several nginx share, and what is asked of whom.

#include <ctime>

#include "tests/harness/cut_off_server.hpp"
#include "tests/harness/signer.hpp"
#include "tests/integration/fleet/fleet_fixture.hpp"

namespace integration {
namespace {

class Fleet : public FleetTest {
  protected:
    Valkey valkey;
};

TEST_F(Fleet, NodesShareABudget) {
    policy_of(kRejects, "crawl_delay: 60s");
    Nginx& first = add_ready_node(valkey.url());
    Nginx& second = add_ready_node(valkey.url());
    const Response passed = ask(first);
    EXPECT_EQ(passed.status, 200);
    EXPECT_EQ(passed.header("X-Fleet"), "shared");
    const Response refused = ask(second);
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(refused.header("X-Fleet"), "shared");
    EXPECT_GE(std::stoi(refused.header("Retry-After")), 40);
}

TEST_F(Fleet, CrawlersShareABudgetOnAllNodes) {
    whole_policy(
        "enforce: {budget: reject}\n"
        "budgets: {ai: {category: ai-training, request_rate: 2/1h}}\n"
        "sites: [{host: example.com}]\n");
    Nginx& first = add_ready_node(valkey.url());
    Nginx& second = add_ready_node(valkey.url());
    EXPECT_EQ(ask(first, kGptBot).status, 200);
    EXPECT_EQ(ask(second, kClaudeBot).header("X-Fleet"), "shared");
    const Response refused = ask(first, kClaudeBot);
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(refused.header("X-Fleet"), "shared");
    EXPECT_EQ(valkey.keys("{robots}:w:*").size(), 1U) << "who waits";
    EXPECT_EQ(ask(second, kGptBot).status, 429);
    EXPECT_EQ(ask(second, kGooglebot).header("X-Fleet"), "");
}

// ClaudeBot is refused at one node, and comes through at it although GPTBot
// floods the other.
TEST_F(Fleet, WhoWaitsIsKnownOnAllNodes) {
    whole_policy(
        "enforce: {budget: reject}\n"
        "budgets: {ai: {category: ai-training, request_rate: 4/4s}}\n"
        "sites: [{host: example.com}]\n");
    Nginx& first = add_ready_node(valkey.url());
    Nginx& second = add_ready_node(valkey.url());
    while (ask(first, kGptBot).status == 200) {
    }
    EXPECT_EQ(ask(second, kClaudeBot).status, 429);
    int passed = 0;
    EXPECT_TRUE(await([&] {
        ask(first, kGptBot);
        passed += ask(second, kClaudeBot).status == 200 ? 1 : 0;
        return passed == 2;
    }));
}

TEST_F(Fleet, WhatUpstreamsTookOnOneNodeIsOwedOnAll) {
    const CutOffServer slow(kSlowly, 300ms);
    const std::string server = budget_upstream_time(slow.port());
    Nginx& first = add_ready_node(valkey.url(), server);
    Nginx& second = add_ready_node(valkey.url(), server);
    EXPECT_EQ(ask(first, kGptBot).header("X-Fleet"), "shared");
    EXPECT_TRUE(await([&] { return valkey.keys("{robots}:b:*").size() == 1; }))
        << "nobody waits, and no part is charged";
    EXPECT_TRUE(await([&] {
        return contains(metrics(first),
                        "robots_fleet_answer_seconds_count 2\n");
    })) << "the charge and the payment were answered";
    EXPECT_FALSE(contains(first.error_log(), "robots: the fleet's server " +
                                                 valkey.url() + " answered"));
    const Response refused = ask(second, kClaudeBot);
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(refused.header("X-Fleet"), "shared");
    EXPECT_GE(std::stoi(refused.header("Retry-After")), 12 * 60);
    EXPECT_EQ(valkey.keys("{robots}:w:*").size(), 1U) << "who waits";
    EXPECT_EQ(ask(second, kClaudeBot).status, 429);
    EXPECT_EQ(ask(first, kGptBot).status, 429);
}

TEST_F(Fleet, ABudgetOfTheFleetEndsWhenItIsDue) {
    policy_of(kRejects, "crawl_delay: 400ms");
    Nginx& first = add_ready_node(valkey.url());
    Nginx& second = add_ready_node(valkey.url());
    EXPECT_EQ(ask(first).status, 200);
    EXPECT_EQ(ask(second).status, 429);
    EXPECT_TRUE(await([&] { return valkey.keys("{robots}:b:*").empty(); }));
    EXPECT_EQ(ask(second).status, 200);
}

TEST_F(Fleet, AThrottledRequestWaitsForTheChargesOfOthers) {
    policy_of("crawl_delay: throttle, burst: 0, max_wait: 10s",
              "crawl_delay: 1s");
    Nginx& first = add_ready_node(valkey.url());
    Nginx& second = add_ready_node(valkey.url());
    ask(first);
    const Stopwatch watch;
    const Response delayed = ask(second);
    EXPECT_EQ(delayed.status, 200);
    EXPECT_EQ(delayed.header("X-Action"), "throttle");
    EXPECT_GE(watch.elapsed(), 500ms);
}

TEST_F(Fleet, ABrowserAndACrawlerWithoutABudgetAskNobody) {
    policy_of(kRejects, "allow: /");
    Nginx& node = add_ready_node(valkey.url());
    EXPECT_EQ(ask(node, kChrome).header("X-Fleet"), "");
    EXPECT_EQ(ask(node).header("X-Fleet"), "");
    EXPECT_EQ(ask(node, kGptBot, "/private").status, 403);
    EXPECT_TRUE(valkey.keys("{robots}:b:*").empty());
    EXPECT_TRUE(contains(metrics(node),
                         "robots_fleet_requests_total{result=\"shared\"} 0"));
}

TEST_F(Fleet, ARefusalThatIsKnownHereAsksNobody) {
    policy_of(kRejects, "crawl_delay: 60s");
    Nginx& first = add_ready_node(valkey.url());
    Nginx& second = add_ready_node(valkey.url());
    ask(first);
    EXPECT_EQ(ask(second).status, 429);
    EXPECT_EQ(ask(second).status, 429);
    EXPECT_EQ(ask(second).status, 429);
    const std::string shown = metrics(second);
    EXPECT_TRUE(contains(shown, "{result=\"shared\"} 1\n")) << shown;
    EXPECT_TRUE(contains(shown, "{result=\"known_here\"} 2\n")) << shown;
}

TEST_F(Fleet, WhatIsOnlyLoggedNeverWaitsAndIsCharged) {
    policy_of("crawl_delay: log, burst: 0", "crawl_delay: 60s");
    Nginx& first = add_ready_node(valkey.url() + " timeout=1s");
    valkey.freeze();
    const Response answer = ask(first);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("X-Fleet"), "asked") << "it waits for nobody";
    valkey.thaw();
    EXPECT_TRUE(await([&] { return valkey.keys("{robots}:b:*").size() == 1; }));
    // What was sent counts, although the verdict came later.
    const auto sent = [&] {
        const std::string all = metrics(first);
        const std::size_t at = all.find("robots_sent_bytes_total{");
        return at == std::string::npos
                   ? std::string()
                   : all.substr(at, all.find('\n', at) - at);
    };
    EXPECT_TRUE(await([&] { return !sent().empty(); }));
    EXPECT_FALSE(contains(sent() + '\n', " 0\n")) << sent();
}

TEST_F(Fleet, TheLineOfWhatIsOnlyLoggedSaysWhatTheFleetSays) {
    policy_of("crawl_delay: log, burst: 0", "crawl_delay: 60s");
    Nginx& first = add_ready_node(valkey.url());
    Nginx& second = add_ready_node(valkey.url());
    EXPECT_EQ(ask(first).status, 200);
    EXPECT_TRUE(await([&] { return valkey.keys("{robots}:b:*").size() == 1; }));
    EXPECT_TRUE(first.violations().empty());
    const Response answer = ask(second, kGptBot, "/page?x=1");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("X-Fleet"), "asked");
    EXPECT_TRUE(second.await_error_log("verdict=crawl_delay action=log"));
    ASSERT_EQ(second.violations().size(), 1U);
    const std::string line = second.violations()[0];
    EXPECT_TRUE(contains(line, "uri=\"/page?x=1\"")) << line;
    EXPECT_TRUE(contains(line, ", client: 127.0.0.1, server: ")) << line;
    EXPECT_TRUE(contains(line, "request: \"GET /page?x=1 HTTP/1.1\"")) << line;
    EXPECT_TRUE(contains(line, "host: \"example.com\"")) << line;
}

TEST_F(Fleet, WithoutAnAnswerTheLineSaysWhatThisNginxKnows) {
    policy_of("crawl_delay: log, burst: 0", "crawl_delay: 60s");
    Nginx& node = add_ready_node(valkey.url() + " timeout=50ms");
    valkey.freeze();
    EXPECT_EQ(ask(node).header("X-Fleet"), "asked") << "nobody has answered";
    EXPECT_TRUE(await(
        [&] { return contains(metrics(node), "{result=\"timeout\"} 1\n"); }));
    EXPECT_TRUE(node.violations().empty());
    EXPECT_EQ(ask(node).status, 200);
    EXPECT_TRUE(node.await_error_log("verdict=crawl_delay action=log"));
    EXPECT_EQ(node.violations().size(), 1U);
    valkey.kill();
    EXPECT_EQ(ask(node).status, 200);
    EXPECT_TRUE(await([&] { return node.violations().size() == 2; }));
}

// The request has ended when the fleet answers.
TEST_F(Fleet, WhatIsOnlyLoggedCountsItsSignature) {
    const robots::tests::Signer agent{1};
    files["agent.json"] = agent.jwks();
    whole_policy(
        "enforce: {crawl_delay: log, burst: 0}\n"
        "crawlers: [{token: SignBot, keys_file: agent.json}]\n"
        "sites:\n  - host: example.com\n"
        "    groups: [{user_agent: SignBot, crawl_delay: 60s}]\n");
    Nginx& node = add_ready_node(valkey.url() + " timeout=1s");
    robots::tests::Signing signing;
    signing.covered = {{"\"@authority\"", "example.com"}};
    signing.created = std::time(nullptr) - 5;
    signing.expires = signing.created + 300;
    signing.key_id = agent.thumbprint();
    valkey.freeze();
    const Response answer =
        node.send(Request("http://example.com/page")
                      .agent(kChrome)
                      .header("Signature-Input: " + signing.input())
                      .header("Signature: " + signing.signature(agent)));
    EXPECT_EQ(answer.status, 200);
    const auto page = [&node] {
        return node.get("http://example.com/status?format=json&crawler=SignBot")
            .body;
    };
    valkey.thaw();
    EXPECT_TRUE(await([&] {
        return contains(page(), "\"signatures\":{\"verified\":1");
    })) << page();
}

// The old worker leaves before the server, or its time, has decided.
TEST_F(Fleet, AWorkerThatExitsLosesNoLineOfWhatIsOnlyLogged) {
    policy_of("crawl_delay: log, burst: 0", "crawl_delay: 60s");
    Nginx& node = add_ready_node(valkey.url());
    valkey.freeze();
    EXPECT_EQ(ask(node).status, 200);
    EXPECT_EQ(ask(node).status, 200);
    EXPECT_TRUE(node.reload());
    EXPECT_TRUE(node.await_error_log("verdict=crawl_delay action=log"));
    EXPECT_EQ(node.violations().size(), 1U);
    EXPECT_FALSE(contains(node.error_log(), "exited on signal"));
}

TEST_F(Fleet, ALoggedRedirectCostsNothing) {
    policy_of("crawl_delay: log, burst: 0", "crawl_delay: 60s");
    Nginx& first = add_ready_node(valkey.url());
    Nginx& second = add_ready_node(valkey.url());
    EXPECT_EQ(ask(first, kGptBot, "/go").status, 302);
    EXPECT_TRUE(await(
        [&] { return contains(metrics(first), "{result=\"shared\"} 1\n"); }));
    EXPECT_TRUE(await([&] { return valkey.keys("{robots}:b:*").empty(); }));
    EXPECT_EQ(ask(second).status, 200);
    EXPECT_TRUE(await([&] { return valkey.keys("{robots}:b:*").size() == 1; }));
    EXPECT_TRUE(second.violations().empty());
}

TEST_F(Fleet, ARedirectCostsNothingOnAnyNode) {
    policy_of(kRejects, "crawl_delay: 60s");
    Nginx& first = add_ready_node(valkey.url());
    Nginx& second = add_ready_node(valkey.url());
    EXPECT_EQ(ask(first, kGptBot, "/go").status, 302);
    EXPECT_TRUE(await([&] { return valkey.keys("{robots}:b:*").empty(); }));
    EXPECT_EQ(ask(second).status, 200);
    EXPECT_EQ(ask(first).status, 429);
}

TEST_F(Fleet, AHeadAndItsGetCostOneChargeOnTwoNodes) {
    policy_of(kRejects, "crawl_delay: 60s");
    Nginx& first = add_ready_node(valkey.url());
    Nginx& second = add_ready_node(valkey.url());
    EXPECT_EQ(
        first.send(Request("http://example.com/page").agent(kGptBot).as("HEAD"))
            .status,
        200);
    EXPECT_EQ(ask(second).status, 200);
    EXPECT_EQ(ask(second).status, 429);
}

TEST_F(Fleet, TwoRatesOfOneGroupAreChargedTogether) {
    policy_of(kRejects, "crawl_delay: 100ms, request_rate: 2/60s");
    Nginx& first = add_ready_node(valkey.url());
    Nginx& second = add_ready_node(valkey.url());
    EXPECT_EQ(ask(first).status, 200);
    EXPECT_EQ(valkey.keys("{robots}:b:*").size(), 2U);
    EXPECT_EQ(ask(second).status, 200);
    EXPECT_EQ(ask(first).status, 429);
}

TEST_F(Fleet, KeysShowNeitherNamesNorAddresses) {
    policy_of(kRejects, "crawl_delay: 60s");
    Nginx& node = add_ready_node(valkey.url() + " prefix=shop");
    ask(node);
    const auto keys = valkey.keys("*");
    EXPECT_TRUE(valkey.keys("{robots}:*").empty());
    for (const std::string& key : keys) {
        EXPECT_FALSE(contains(key, "GPT")) << key;
        EXPECT_EQ(key.rfind("{shop}:", 0), 0U) << key;
    }
    const auto budgets = valkey.keys("{shop}:b:*");
    ASSERT_EQ(budgets.size(), 1U);
    EXPECT_EQ(budgets[0].size(), sizeof("{shop}:b:") - 1 + 32);
}

TEST_F(Fleet, TwoFleetsOnOneServerShareNothing) {
    policy_of(kRejects, "crawl_delay: 60s");
    Nginx& first = add_ready_node(valkey.url() + " prefix=a");
    Nginx& second = add_ready_node(valkey.url() + " prefix=b");
    EXPECT_EQ(ask(first).status, 200);
    EXPECT_EQ(ask(second).status, 200);
}

TEST_F(Fleet, AUnixSocketAndADatabaseOfItsOwn) {
    policy_of(kRejects, "crawl_delay: 60s");
    Nginx& first = add_ready_node("unix:" + valkey.socket());
    Nginx& second = add_ready_node(valkey.url());
    Nginx& third = add_ready_node(valkey.url() + "/3");
    EXPECT_EQ(ask(first).status, 200);
    EXPECT_EQ(ask(second).status, 429);
    EXPECT_EQ(ask(third).status, 200);
}

TEST_F(Fleet, NodesKnowEachOther) {
    policy_of(kRejects, "crawl_delay: 60s");
    Nginx& first = add_ready_node(valkey.url());
    Nginx& second = add_ready_node(valkey.url());
    for (Nginx* node : {&first, &second}) {
        EXPECT_TRUE(await([&] {
            return contains(metrics(*node), "robots_fleet_nodes 2\n");
        }));
        EXPECT_TRUE(contains(metrics(*node), "robots_fleet_up{server=\"" +
                                                 valkey.url() + "\"} 1\n"));
    }
    const std::string json =
        first.get("http://example.com/status?format=json").body;
    EXPECT_TRUE(contains(json, "\"fleet\":{\"node\":")) << json;
}

TEST_F(Fleet, APasswordComesFromAFileAndIsShownNowhere) {
    Valkey guarded({"--requirepass", "s3cret-word"});
    policy_of(kRejects, "crawl_delay: 60s");
    nodes.clear();
    const Folder folder;
    folder.write("password", "s3cret-word\n");
    Nginx& node = add_ready_node(guarded.url() +
                                 " password_file=" + folder.path("password"));
    EXPECT_EQ(ask(node).header("X-Fleet"), "shared");
    EXPECT_FALSE(contains(node.error_log(), "s3cret-word"));
    EXPECT_FALSE(contains(metrics(node), "s3cret-word"));
}

// The first crawler's counts as JSON in a status: "{...}".
std::string counts_of(Nginx& node, const std::string& crawler) {
    const std::string json =
        node.get("http://example.com/status?format=json").body;
    const std::size_t start = json.find("{\"crawler\":\"" + crawler + "\"");
    return start == std::string::npos
               ? ""
               : json.substr(start, json.find('}', start) - start);
}

TEST_F(Fleet, EachNodeShowsWhatACrawlerDidOnAll) {
    policy_of(kRejects, "crawl_delay: 60s");
    Nginx& first = add_ready_node(valkey.url());
    Nginx& second = add_ready_node(valkey.url());
    EXPECT_EQ(ask(first, kGptBot, "/robots.txt").status, 200);
    EXPECT_EQ(ask(first).status, 200);
    EXPECT_EQ(ask(second).status, 429);
    EXPECT_EQ(ask(second, kGptBot, "/private").status, 403);
    EXPECT_EQ(ask(second, "InventedBot/1.0").status, 200);
    for (Nginx* node : {&first, &second}) {
        EXPECT_TRUE(await(
            [&] {
                return contains(counts_of(*node, "GPTBot"),
                                "\"robots_txt\":1,\"judged\":3,\"logged\":0,"
                                "\"delayed\":0,\"refused\":2,");
            },
            20s))
            << counts_of(*node, "GPTBot");
        EXPECT_TRUE(await(
            [&] {
                return contains(counts_of(*node, "(unlisted)"),
                                "\"judged\":1,");
            },
            20s));
    }
    // Written again, and nothing is counted twice.
    EXPECT_TRUE(first.reload());
    EXPECT_TRUE(await(
        [&] { return contains(counts_of(first, "GPTBot"), "\"judged\":3,"); },
        20s));
    const auto written = valkey.keys("{robots}:ledger:*");
    EXPECT_EQ(written.size(), 2U);
    for (const std::string& key : written) {
        EXPECT_FALSE(contains(valkey.ask({"GET", key}), "Invented"));
    }
}

}  // namespace
}  // namespace integration
