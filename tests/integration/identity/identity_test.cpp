// Whom a request is taken for: by published ranges and by reverse names that
// are confirmed, and what becomes of impostors.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>

#include "tests/harness/first_line.hpp"
#include "tests/integration/identity/identity_fixture.hpp"

namespace integration {
namespace {

class Identities : public IdentityTest {
  protected:
    void start(const std::string& parameters = "") {
        policy_of("impostor: reject");
        serve(server(parameters, "resolver_timeout 300ms;"));
    }

    std::string reverse() const { return reverse_name(kAddress); }
};

TEST_F(Identities, AConfirmedReverseNameVerifies) {
    names.confirmed(kAddress, kName);
    start();
    const Response answer = ask(kAddress);
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("X-Identity"), "verified");
}

TEST_F(Identities, AConfirmedReverseNameVerifiesIPv6) {
    names.confirmed(kAddress6, kName);
    start();
    EXPECT_EQ(identity(kAddress6), "verified");
}

TEST_F(Identities, AnIPv4AddressMappedIntoIPv6IsTheSame) {
    names.confirmed(kAddress, kName);
    start();
    EXPECT_EQ(identity("::ffff:" + std::string(kAddress)), "verified");
}

TEST_F(Identities, OneOfAllAddressesOfTheNameIsEnough) {
    names.reverse(kAddress, kName);
    names.address(kName, "100.64.0.1");
    names.address(kName, "2001:db8::1");
    names.address(kName, kAddress);
    names.address(kName, kAddress6);
    names.reverse(kAddress6, kName);
    start();
    EXPECT_EQ(identity(kAddress), "verified");
    EXPECT_EQ(identity(kAddress6), "verified");
}

TEST_F(Identities, AliasesAreFollowed) {
    const std::string delegated = "7.0-255.0.64.100.in-addr.arpa";
    names.alias(reverse(), delegated);  // RFC 2317
    names.reverse("203.0.113.1", kName);
    names.alias(delegated, reverse_name("203.0.113.1"));
    names.alias(kName, "host.crawl.example");
    names.address("host.crawl.example", kAddress);
    start();
    EXPECT_EQ(identity(kAddress), "verified");
}

TEST_F(Identities, ANameInAnotherDomainIsAnImpostors) {
    names.confirmed(kAddress, "crawl.example.attacker.example");
    start();
    const Response refused = ask(kAddress);
    EXPECT_EQ(refused.status, 403);
    EXPECT_EQ(refused.header("X-Identity"), "impostor");
    EXPECT_FALSE(refused.has("Retry-After"));
    EXPECT_EQ(first_line(refused.body),
              "This request names TrueBot, but its address does not belong to "
              "Example.\n");
    EXPECT_EQ(names.asked("crawl.example.attacker.example", RecordType::a), 0U);
    const std::vector<std::string> lines = nginx.violations();
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_TRUE(contains(lines[0], " identity=impostor ")) << lines[0];
    EXPECT_TRUE(contains(lines[0], "rule=\"-\" at=- verdict=impostor "))
        << lines[0];
    EXPECT_TRUE(contains(lines[0], " action=reject ")) << lines[0];
}

TEST_F(Identities, AnAddressWithoutAReverseNameIsAnImpostors) {
    start();
    EXPECT_EQ(identity(kAddress), "impostor");
    names.address(reverse_name(kAddress6), "192.0.2.1");  // known, but no PTR
    EXPECT_EQ(identity(kAddress6), "impostor");
}

TEST_F(Identities, ANameThatDoesNotHaveTheAddressIsAnImpostors) {
    names.reverse(kAddress, kName);
    names.address(kName, "100.64.0.8");
    names.address(kName, kAddress6);
    names.reverse("100.64.0.9", "gone.crawl.example");
    start();
    EXPECT_EQ(identity(kAddress), "impostor");
    EXPECT_EQ(identity("100.64.0.9"), "impostor");
}

TEST_F(Identities, AnErrorOfDnsIsNoImpostor) {
    const Rcode codes[] = {Rcode::server_failure, Rcode::refused,
                           Rcode::format_error};
    for (const Rcode code : codes) {
        const int host = static_cast<int>(code);
        names.fail(reverse_name("100.64.0." + std::to_string(host)),
                   RecordType::ptr, code);
    }
    start();
    for (const Rcode code : codes) {
        const int host = static_cast<int>(code);
        const Response answer = ask("100.64.0." + std::to_string(host));
        EXPECT_EQ(answer.status, 200);
        EXPECT_EQ(answer.header("X-Identity"), "unverifiable") << host;
    }
}

TEST_F(Identities, AnErrorOfTheSecondLookupIsNoImpostor) {
    names.reverse(kAddress, "a.crawl.example");
    names.fail("a.crawl.example", RecordType::a, Rcode::server_failure);
    names.address("a.crawl.example", kAddress6);
    names.reverse(kAddress6, "aaaa.crawl.example");
    names.address("aaaa.crawl.example", kAddress);
    names.fail("aaaa.crawl.example", RecordType::aaaa, Rcode::server_failure);
    start();
    EXPECT_EQ(identity(kAddress), "unverifiable");
    EXPECT_EQ(identity(kAddress6), "unverifiable");
}

TEST_F(Identities, ATimeoutIsNoImpostor) {
    names.ignore(reverse(), RecordType::ptr);
    start();
    EXPECT_EQ(identity(kAddress), "unverifiable");
}

TEST_F(Identities, ATimeoutOfTheSecondLookupIsNoImpostor) {
    names.reverse(kAddress6, kName);
    names.address(kName, kAddress);
    names.ignore(kName, RecordType::aaaa);
    start();
    EXPECT_EQ(identity(kAddress6), "unverifiable");
    EXPECT_EQ(names.asked(kName, RecordType::aaaa), 1U);
}

TEST_F(Identities, WithoutAResolverNobodyIsAnImpostor) {
    policy_of("impostor: reject");
    serve(std::string(kRealIp) + kSays);
    EXPECT_EQ(identity(kAddress), "unverifiable");
}

TEST_F(Identities, AnUnreachableResolverIsNoImpostor) {
    policy_of("impostor: reject");
    serve(std::string(kRealIp) + kSays +
          "resolver 127.0.0.1:@nobody@; resolver_timeout 300ms;");
    EXPECT_EQ(identity(kAddress), "unverifiable");
}

TEST_F(Identities, AResolverWithoutIPv6ConfirmsNoIPv6) {
    names.confirmed(kAddress6, kName);
    names.reverse("2001:db8::8", "host.attacker.example");
    names.confirmed(kAddress, "bot-8.crawl.example");
    start("ipv6=off");
    EXPECT_EQ(identity(kAddress6), "unverifiable");
    EXPECT_EQ(identity("2001:db8::8"), "impostor");
    EXPECT_EQ(identity(kAddress), "verified");
}

TEST_F(Identities, AUnixSocketHasNoAddress) {
    policy_of("impostor: reject");
    serve(
        "listen unix:@prefix@/socket; "
        "resolver 127.0.0.1:" +
        std::to_string(names.port()) + ";" + kSays +
        "} server { listen 127.0.0.1:@front@; robots off; location / { "
        "proxy_pass http://unix:@prefix@/socket; "
        "proxy_set_header Host example.com; }");
    const Response answer = nginx.send(Request("http://example.com/page")
                                           .to(nginx.port("front"))
                                           .agent(kTrueBot));
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.header("X-Identity"), "unverifiable");
    EXPECT_EQ(names.asked(), 0U);
}

TEST_F(Identities, OnlyCrawlersWithDocumentedNamesAreLookedUp) {
    start();
    EXPECT_EQ(ask(kAddress, kChrome).header("X-Identity"), "");
    EXPECT_EQ(ask(kAddress, "UnknownBot/1.0").header("X-Identity"),
              "unverifiable");
    EXPECT_EQ(names.asked(), 0U);
    names.confirmed(kAddress, "crawl-100-64-0-7.googlebot.com");
    EXPECT_EQ(ask(kAddress, kGooglebot).header("X-Identity"), "verified");
}

TEST_F(Identities, AnAnswerServesAllWorkersAndOutlivesReloads) {
    names.confirmed(kAddress, kName);
    nginx.workers = 2;
    start();
    std::set<std::string> workers;
    const auto both_asked = [&] {
        const Response answer = ask(kAddress);
        EXPECT_EQ(answer.header("X-Identity"), "verified");
        workers.insert(answer.header("X-Worker"));
        return workers.size() == 2;
    };
    EXPECT_TRUE(await(both_asked));
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(identity(kAddress), "verified");
    EXPECT_EQ(names.asked(reverse(), RecordType::ptr), 1U);
    EXPECT_EQ(names.asked(kName, RecordType::a), 1U);
    EXPECT_EQ(names.asked(kName, RecordType::aaaa), 1U);
}

TEST_F(Identities, ErrorsAndImpostorsAreCachedToo) {
    names.fail(reverse(), RecordType::ptr, Rcode::server_failure);
    start();
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(identity(kAddress), "unverifiable");
        EXPECT_EQ(identity(kAddress6), "impostor");
    }
    EXPECT_EQ(names.asked(), 2U);
}

TEST_F(Identities, ChangedDomainsAreLookedUpAgain) {
    names.confirmed(kAddress, kName);
    start();
    EXPECT_EQ(identity(kAddress), "verified");
    policy_of("impostor: reject", "disallow: /private", "rdns: [bots.example]");
    ASSERT_TRUE(nginx.reload());
    EXPECT_EQ(identity(kAddress), "impostor");
}

TEST_F(Identities, RangesVerifyWithoutDns) {
    policy_of("impostor: reject", "disallow: /private",
              "ranges: [100.64.0.0/24, '2001:db8::/48']");
    serve(server());
    EXPECT_EQ(identity(kAddress), "verified");
    EXPECT_EQ(identity(kAddress6), "verified");
    EXPECT_EQ(identity("203.0.113.1"), "impostor");
    EXPECT_EQ(ask("203.0.113.1").status, 403);
    EXPECT_EQ(names.asked(), 0U);
}

TEST_F(Identities, RangesOfAFileVerifyWithoutDns) {
    nginx.raw_file("ranges.json", R"({"creationTime": "2024-01-01T00:00:00",
        "prefixes": [{"ipv4Prefix": "100.64.0.0/24"},
                     {"ipv6Prefix": "2001:db8::/48"}]})");
    policy_of("impostor: reject", "disallow: /private",
              "ranges_file: ranges.json");
    serve(server());
    EXPECT_EQ(identity(kAddress), "verified");
    EXPECT_EQ(identity(kAddress6), "verified");
    EXPECT_EQ(identity("203.0.113.1"), "impostor");
}

TEST_F(Identities, AMissingFileOfRangesMakesNoImpostors) {
    policy_of("impostor: reject", "disallow: /private",
              "ranges_file: ranges.json");
    serve(server());
    EXPECT_TRUE(contains(nginx.test().output, "[ranges-unusable]"));
    EXPECT_EQ(identity(kAddress), "unverifiable");
}

TEST_F(Identities, AStaleFileMakesNoImpostorsAndEachLoadWarns) {
    const std::string text =
        R"({"prefixes": [{"ipv4Prefix": "100.64.0.0/24"}]})";
    nginx.raw_file("ranges.json", text);
    policy_of("impostor: reject", "disallow: /private",
              "ranges_file: ranges.json");
    const auto told = [&] {
        const std::vector<std::string> lines = lines_of(nginx.error_log());
        return std::count_if(lines.begin(), lines.end(),
                             [](const std::string& line) {
                                 return contains(line, "is 31 days old");
                             });
    };
    serve(server());
    EXPECT_EQ(told(), 0);
    std::filesystem::last_write_time(
        nginx.folder().path("ranges.json"),
        std::filesystem::file_time_type::clock::now() -
            std::chrono::hours(31 * 24));
    const Outcome tested = nginx.test();
    EXPECT_EQ(tested.status, 0);
    EXPECT_TRUE(contains(tested.output, "[warn]")) << tested.output;
    EXPECT_TRUE(contains(tested.output, "[ranges-stale]")) << tested.output;
    EXPECT_TRUE(contains(tested.output, "`TrueBot`")) << tested.output;
    for (int reloads = 1; reloads <= 2; ++reloads) {
        ASSERT_TRUE(nginx.reload());
        EXPECT_EQ(told(), reloads);
        EXPECT_EQ(identity(kAddress), "verified");
        EXPECT_EQ(identity("203.0.113.1"), "unverifiable");
    }
}

TEST_F(Identities, AReverseNameVerifiesOutsideTheRangesToo) {
    names.confirmed("100.64.1.1", kName);
    policy_of("impostor: reject", "disallow: /private",
              "rdns: crawl.example, ranges: [100.64.0.0/24]");
    serve(server());
    EXPECT_EQ(identity(kAddress), "verified");
    EXPECT_EQ(names.asked(), 0U);
    EXPECT_EQ(identity("100.64.1.1"), "verified");
    EXPECT_EQ(identity("203.0.113.2"), "impostor");
}

class Impostors : public IdentityTest {
  protected:
    void start(const std::string& enforce,
               const std::string& group = "disallow: /private") {
        names.confirmed(kAddress, kName);
        policy_of(enforce, group);
        serve(server());
    }

    static constexpr const char* kSpoofer = "203.0.113.1";
};

TEST_F(Impostors, AreOnlyLoggedByDefault) {
    start("impostor: log");
    // Nobody waits for DNS where nothing is delayed or refused.
    EXPECT_TRUE(await([&] { return identity(kSpoofer) == "impostor"; }));
    EXPECT_EQ(ask(kSpoofer).status, 200);
    EXPECT_TRUE(nginx.await_error_log("verdict=impostor action=log"));
}

TEST_F(Impostors, PassAtTheCrawlDelayIfThrottled) {
    start("impostor: throttle, max_wait: 1s, burst: 0, tolerance: 0%",
          "crawl_delay: 1h");
    EXPECT_EQ(ask(kSpoofer).status, 200);
    const Response early = ask("203.0.113.2");
    EXPECT_EQ(early.status, 429);
    EXPECT_TRUE(early.has("Retry-After"));
    EXPECT_TRUE(contains(early.body, "does not belong to Example"))
        << early.body;
    EXPECT_EQ(ask(kAddress).status, 200);
}

TEST_F(Impostors, AreJudgedLikeTheCrawlerIfTheActionIsOff) {
    start("impostor: pass, disallow: reject");
    EXPECT_EQ(ask(kSpoofer).status, 200);
    EXPECT_EQ(nginx.violations().size(), 0U);
}

TEST_F(Impostors, PassIfTheLocationOnlyLogs) {
    names.confirmed(kAddress, kName);
    policy_of("impostor: reject");
    serve(server("", "robots_enforce log;"));
    EXPECT_TRUE(await([&] { return identity(kSpoofer) == "impostor"; }));
    EXPECT_EQ(ask(kSpoofer).status, 200);
}

TEST_F(Impostors, HaveABudgetOfTheirOwn) {
    start("impostor: log, crawl_delay: reject, burst: 0", "crawl_delay: 1h");
    for (int i = 0; i < 30; ++i) {
        const std::string address = "203.0.113." + std::to_string(i);
        EXPECT_EQ(ask(address).status, i == 0 ? 200 : 429) << i;
    }
    EXPECT_EQ(ask(kAddress).status, 200);
    EXPECT_EQ(ask(kAddress).status, 429);
}

TEST_F(Impostors, UnverifiableCrawlersSpendNoVerifiedBudget) {
    for (int i = 0; i < 10; ++i) {
        names.fail(reverse_name("203.0.113." + std::to_string(i)),
                   RecordType::ptr, Rcode::server_failure);
    }
    start("impostor: reject, crawl_delay: reject, burst: 0", "crawl_delay: 1h");
    for (int i = 0; i < 10; ++i) {
        const std::string address = "203.0.113." + std::to_string(i);
        EXPECT_EQ(ask(address).status, i == 0 ? 200 : 429) << i;
    }
    EXPECT_EQ(ask(kAddress).status, 200);
    EXPECT_EQ(ask(kAddress).status, 429);
}

}  // namespace
}  // namespace integration
