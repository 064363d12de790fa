// What outlives a reload, a binary upgrade and a worker's death, and what a
// policy that does not load does to a running server.

#include <signal.h>

#include <algorithm>
#include <filesystem>

#include "tests/harness/load.hpp"
#include "tests/harness/processes.hpp"
#include "tests/harness/robots_fixture.hpp"

namespace integration {
namespace {

constexpr std::string_view kReject = R"(
enforce: {disallow: reject, crawl_delay: reject, burst: 0}
sites:
  - host: example.com
    groups: [{user_agent: "*", disallow: /private, crawl_delay: 1h}]
)";

class Lifecycle : public RobotsTest {
  protected:
    Lifecycle() { policy(kReject); }

    int status(std::string_view agent = kGptBot) {
        return nginx.get("http://example.com/page", agent).status;
    }

    // The body of robots.txt.
    std::string robots_txt() {
        return nginx.get("http://example.com/robots.txt").body;
    }
};

TEST_F(Lifecycle, AReloadKeepsBudgets) {
    serve();
    EXPECT_EQ(status(), 200);
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(status(), 429);
    EXPECT_EQ(status(kClaudeBot), 200);
}

TEST_F(Lifecycle, AReloadAppliesANewPolicy) {
    serve();
    policy(R"(
sites:
  - host: example.com
    groups: [{user_agent: "*", disallow: /new}]
)");
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(robots_txt(), "User-agent: *\nDisallow: /new\n");
    EXPECT_EQ(nginx.get("http://example.com/private", kGptBot).status, 200);
}

TEST_F(Lifecycle, ABrokenPolicyKeepsTheRunningOneUntilItIsFixed) {
    serve();
    EXPECT_EQ(status(), 200);
    policy("sites:\n  - host: example.com\n    grops: []\n");
    nginx.expect_alarm("policy.yaml");
    nginx.expect_alarm("robots");
    EXPECT_FALSE(nginx.reload());
    EXPECT_TRUE(nginx.await_error_log("policy.yaml:4:5: error: "));
    EXPECT_TRUE(contains(robots_txt(), "Disallow: /private\n"));
    EXPECT_EQ(nginx.get("http://example.com/private", kGptBot).status, 403);
    EXPECT_EQ(status(), 429);
    policy(
        "sites: [{host: example.com, groups: [{user_agent: '*', "
        "disallow: /repaired}]}]\n");
    EXPECT_TRUE(nginx.reload());
    EXPECT_TRUE(contains(robots_txt(), "Disallow: /repaired\n"));
}

TEST_F(Lifecycle, TestNamesThePlaceInTheYaml) {
    configure("server { listen 127.0.0.1:@web@; }");
    policy("sites:\n  - host: example.com\n    grops: []\n");
    const Outcome unknown_key = nginx.test();
    EXPECT_NE(unknown_key.status, 0);
    EXPECT_TRUE(contains(unknown_key.output, "policy.yaml:4:5: error: "))
        << unknown_key.output;
    EXPECT_TRUE(contains(unknown_key.output, "grops")) << unknown_key.output;
    nginx.raw_file("policy.yaml", "version: 1\nsites: [\n");
    const Outcome broken = nginx.test();
    EXPECT_NE(broken.status, 0);
    EXPECT_TRUE(contains(broken.output, "policy.yaml:")) << broken.output;
}

TEST_F(Lifecycle, TestReportsAllProblemsAtOnce) {
    configure("server { listen 127.0.0.1:@web@; }");
    policy(
        "sites:\n  - {host: a.example, grops: []}\n"
        "  - {host: b.example, sitemp: x}\n");
    const Outcome outcome = nginx.test();
    EXPECT_NE(outcome.status, 0);
    EXPECT_TRUE(contains(outcome.output, "grops")) << outcome.output;
    EXPECT_TRUE(contains(outcome.output, "sitemp")) << outcome.output;
}

TEST_F(Lifecycle, AMissingPolicyFails) {
    configure("server { listen 127.0.0.1:@web@; }");
    nginx.http.replace(nginx.http.find("policy.yaml"), 11, "absent.yaml");
    const Outcome outcome = nginx.test();
    EXPECT_NE(outcome.status, 0);
    EXPECT_TRUE(contains(outcome.output, "absent.yaml")) << outcome.output;
}

TEST_F(Lifecycle, RobotsOnNeedsAPolicy) {
    nginx.http = "robots on; server { listen 127.0.0.1:@web@; }";
    const Outcome outcome = nginx.test();
    EXPECT_NE(outcome.status, 0);
    EXPECT_TRUE(contains(outcome.output, "robots_policy")) << outcome.output;
}

TEST_F(Lifecycle, VariablesOfTheDirectiveOverrideThePolicys) {
    policy(R"(
variables: {env: production}
templates:
  production: {groups: [{user_agent: "*", disallow: /admin}]}
  staging: {groups: [{user_agent: "*", disallow: /}]}
sites: [{host: example.com, template: "${env}"}]
)");
    serve();
    EXPECT_EQ(robots_txt(), "User-agent: *\nDisallow: /admin\n");
    nginx.http.replace(nginx.http.find("policy.yaml"), 11,
                       "policy.yaml env=staging");
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(robots_txt(), "User-agent: *\nDisallow: /\n");
}

TEST_F(Lifecycle, AKilledWorkerLosesNoBudget) {
    nginx.workers = 2;
    serve();
    EXPECT_EQ(status(), 200);
    nginx.expect_alarm("exited on signal 9");
    for (const pid_t worker : nginx.serving_workers()) {
        nginx.kill_worker(worker);
        EXPECT_EQ(status(), 429);
        EXPECT_TRUE(contains(robots_txt(), "Disallow: /private\n"));
    }
    EXPECT_EQ(status(kClaudeBot), 200);
}

// The bytes belong to the configuration that served them.
TEST_F(Lifecycle, ASlowClientGetsTheOldFileWholeOverReloads) {
    std::string text = "User-agent: *\n";
    while (text.size() < 490 * 1024) {
        text += "Disallow: /" + std::to_string(text.size()) + "\n";
    }
    nginx.raw_file("large.txt", text);
    policy("sites: [{host: example.com, robots_txt: {file: large.txt}}]\n");
    configure("server { listen 127.0.0.1:@web@ sndbuf=8k; }");
    nginx.start();
    Connection slow(nginx.port());
    slow.send(message("GET /robots.txt HTTP/1.1", "example.com"));
    ASSERT_TRUE(slow.readable(5s));
    nginx.raw_file("large.txt", "User-agent: *\nDisallow: /new\n");
    ASSERT_TRUE(nginx.reload());
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(slow.read().body, text);
    EXPECT_EQ(robots_txt(), "User-agent: *\nDisallow: /new\n");
}

TEST_F(Lifecycle, ReloadsUnderLoadFailNoRequest) {
    nginx.workers = 2;
    serve("location / { empty_gif; }");
    Load load(nginx.port());
    for (int i = 0; i < 5; ++i) {
        ASSERT_TRUE(nginx.reload());
    }
    load.stop();
    EXPECT_EQ(load.failed(), 0);
    EXPECT_GT(load.answered(), 20);
}

TEST_F(Lifecycle, ABinaryUpgradeUnderLoadFailsNoRequest) {
    nginx.workers = 2;
    nginx.daemon = true;
    serve("location / { empty_gif; }");
    Load load(nginx.port());
    nginx.upgrade();
    EXPECT_TRUE(contains(robots_txt(), "Disallow: /private\n"));
    load.stop();
    EXPECT_EQ(load.failed(), 0);
    EXPECT_GT(load.answered(), 0);
}

TEST_F(Lifecycle, ABinaryUpgradeKeepsBudgets) {
    nginx.daemon = true;
    serve();
    EXPECT_EQ(status(), 200);
    nginx.upgrade();
    EXPECT_EQ(status(), 429);
    EXPECT_EQ(status(kClaudeBot), 200);
    ASSERT_TRUE(nginx.reload());
    nginx.upgrade();
    EXPECT_EQ(status(), 429);
    EXPECT_EQ(status(kClaudeBot), 429);
}

TEST_F(Lifecycle, AZoneOfAnotherSizeStartsEmpty) {
    serve();
    EXPECT_EQ(status(), 200);
    nginx.http = "robots_zone 1m; " + nginx.http;
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(status(), 200);
    EXPECT_EQ(status(), 429);
}

// The configuration without a policy must not remember the zone that it
// replaced: it outlives it.
TEST_F(Lifecycle, APolicyCanBeTakenAwayAndComeBack) {
    serve();
    const pid_t master = nginx.master();
    const std::string with_policy = nginx.http;
    nginx.http =
        "server { listen 127.0.0.1:@web@; location / { return 204; } }";
    for (int i = 0; i < 3; ++i) {
        nginx.http += " ";
        ASSERT_TRUE(nginx.reload());
        EXPECT_EQ(status(), 204);
    }
    nginx.http = with_policy;
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(nginx.master(), master);
    EXPECT_EQ(status(), 200);
    EXPECT_EQ(status(), 429);
}

TEST_F(Lifecycle, TheHttpBlockCanBeTakenAwayAndComeBack) {
    serve();
    const pid_t master = nginx.master();
    nginx.whole_configuration("events {}\n");
    ASSERT_TRUE(nginx.reload());
    nginx.whole_configuration("");
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(nginx.master(), master);
    EXPECT_EQ(status(), 200);
    EXPECT_EQ(status(), 429);
}

// Descriptors of the zone that a process has open.
std::size_t zone_descriptors(pid_t process) {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(
             "/proc/" + std::to_string(process) + "/fd")) {
        std::error_code gone;
        const auto target = std::filesystem::read_symlink(entry, gone);
        count += contains(target.string(), "robots") &&
                         contains(target.string(), "memfd")
                     ? 1
                     : 0;
    }
    return count;
}

TEST_F(Lifecycle, OnlyTheMasterPassesTheZoneOn) {
    serve();
    for (int i = 0; i < 3; ++i) {
        nginx.http += " ";
        nginx.http.insert(0, i == 1 ? "robots_zone 1m; " : "");
        ASSERT_TRUE(nginx.reload());
    }
    EXPECT_EQ(zone_descriptors(nginx.master()), 1u);
    for (const pid_t worker : nginx.serving_workers()) {
        EXPECT_EQ(zone_descriptors(worker), 0u);
    }
}

TEST_F(Lifecycle, AnUnchangedPolicyIsNotLoadedAgain) {
    policy(R"(
sites:
  - host: example.com
    groups: [{user_agent: "*", disallow: /.git/}]
)");
    const auto warnings = [this] {
        const std::string log = nginx.error_log();
        std::size_t count = 0;
        for (std::size_t at = log.find("[secret-looking-path]");
             at != std::string::npos;
             at = log.find("[secret-looking-path]", at + 1)) {
            ++count;
        }
        return count;
    };
    serve();
    const std::size_t at_start = warnings();
    ASSERT_TRUE(nginx.reload());
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(warnings(), at_start);
    policy(R"(
sites:
  - host: example.com
    groups: [{user_agent: "*", disallow: [/.git/, /more]}]
)");
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(warnings(), at_start + 1);
    EXPECT_TRUE(contains(robots_txt(), "Disallow: /more\n"));
}

TEST_F(Lifecycle, TheMastersMemoryIsFlatOverReloads) {
    if (is_instrumented()) {
        GTEST_SKIP() << "a sanitizer or valgrind keeps freed memory back";
    }
    std::string sites = "sites:\n";
    for (int i = 0; i < 300; ++i) {
        sites += "  - host: s" + std::to_string(i) +
                 ".example\n    groups:\n      - user_agent: \"*\"\n"
                 "        disallow: [/a" +
                 std::to_string(i) + ", /b, /c/*/d, /e$]\n";
    }
    policy(sites);
    serve();
    // Every reload loads another text. The most memory behind any of them: the
    // heap is left in pieces, which later ones use again.
    const auto most_over = [&](int reloads) {
        std::size_t most = 0;
        for (int i = 0; i < reloads; ++i) {
            sites += "# again\n";
            policy(sites);
            EXPECT_TRUE(nginx.reload());
            most = std::max(most, anonymous_memory(nginx.master()));
        }
        return most;
    };
    const std::size_t before = most_over(25);
    const std::size_t after = most_over(30);
    EXPECT_GT(before, 0U);
    EXPECT_LT(after, before + 1024) << "KiB, " << before << " at first";
}

// The server as it is without the module, but for Date.
TEST_F(Lifecycle, RobotsOffChangesNothing) {
    nginx.raw_file("html/robots.txt", "User-agent: *\nDisallow: /own\n");
    nginx.raw_file("html/index.html", "index");
    const auto answers = [&](bool with_module, const std::string& robots) {
        nginx.with_module = with_module;
        nginx.http = robots +
                     "server { listen 127.0.0.1:@web@; root @prefix@/html;"
                     "location /moved { return 301 /; } }";
        nginx.start();
        std::string all;
        for (const char* path : {"/robots.txt", "/", "/moved", "/missing"}) {
            const Response answer =
                nginx.get("http://example.com" + std::string(path), kGptBot);
            all += std::to_string(answer.status) + "\n";
            for (const auto& [name, value] : answer.headers) {
                all += name == "Date" ? "" : name + ": " + value + "\n";
            }
            all += answer.body;
        }
        nginx.stop();
        return all;
    };
    const std::string without = answers(false, "");
    EXPECT_EQ(answers(true, ""), without);
    EXPECT_EQ(answers(true, "robots off;"), without);
    EXPECT_EQ(answers(true, "robots_policy policy.yaml;"), without);
}

}  // namespace
}  // namespace integration
