// robotsctl explain --address: whether the address belongs to the crawler.

#include <gmock/gmock.h>

#include <filesystem>
#include <string>

#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {

namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kIdentityPolicy = R"(version: 1
enforce: {impostor: reject}
default:
  groups: [{user_agent: "*", disallow: /closed/}]
crawlers:
  - {token: Listbot, ranges_file: list.json}
  - {token: Namebot, rdns: [bot.example, crawl.example]}
  - {token: Bothbot, ranges: 192.0.2.0/25, rdns: bot.example}
  - {token: Brokenbot, ranges_file: none.json}
refusal: {status: {impostor: 451}}
)";

class CliIdentity : public RobotsctlFixture {
  protected:
    CliIdentity() {
        file = write("p.yaml", kIdentityPolicy);
        list = write("list.json",
                     "{\"prefixes\": [{\"ipv4Prefix\": \"192.0.2.0/27\"}, "
                     "{\"ipv6Prefix\": \"2001:db8::/64\"}]}");
    }

    Ran explain(const std::string& crawler, const std::string& address,
                std::vector<std::string> more = {}) const {
        std::vector<std::string> arguments{"explain",   file,
                                           "--url",     "http://a.example/",
                                           "--crawler", crawler};
        if (!address.empty()) {
            more.insert(more.end(), {"--address", address});
        }
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    }

    // The line of the answer about identity.
    std::string identity(const std::string& crawler, const std::string& address,
                         const std::vector<std::string>& more = {}) const {
        const std::string out = explain(crawler, address, more).out;
        const std::string name = "Identity:     ";
        const std::size_t at = out.find(name);
        return at == std::string::npos
                   ? out
                   : out.substr(at + name.size(),
                                out.find('\n', at) - at - name.size());
    }

    std::string file;
    std::string list;
};

}  // namespace

TEST_F(CliIdentity, TheMatchingRangeIsShown) {
    EXPECT_EQ(identity("Listbot", "192.0.2.31"),
              "verified: 192.0.2.31 is in 192.0.2.0/27 of " + list + " (" +
                  file + ":6:35)");
    EXPECT_EQ(identity("Listbot", "2001:DB8::1"),
              "verified: 2001:db8::1 is in 2001:db8::/64 of " + list + " (" +
                  file + ":6:35)");
    EXPECT_EQ(identity("Bothbot", "::ffff:192.0.2.1"),
              "verified: 192.0.2.1 is in 192.0.2.0/25 (" + file + ":8:30)");
}

TEST_F(CliIdentity, AnImpostorGetsItsAction) {
    EXPECT_EQ(identity("Listbot", "192.0.2.32"),
              "impostor: 192.0.2.32 is in no range of " + list + " (" + file +
                  ":6:35)");
    const Ran ran = explain("Listbot", "192.0.2.32");
    EXPECT_THAT(ran.out, HasSubstr("Verdict:      impostor\n"));
    EXPECT_THAT(ran.out, HasSubstr("Action:       reject with status 451\n"));
    EXPECT_EQ(ran.code, 0);
    const auto json = explain("Listbot", "192.0.2.32", {"--json"}).json().at(0);
    EXPECT_EQ(json["identity"], "impostor");
    EXPECT_THAT(json["identity_why"],
                HasSubstr("192.0.2.32 is in no range of"));
    EXPECT_EQ(json["verdict"], "impostor");
    EXPECT_EQ(json["action"], "reject");
    EXPECT_EQ(json["status"], 451);
    EXPECT_EQ(json["revision"].get<std::string>().size(), 16u);
}

TEST_F(CliIdentity, TheRuleOfThePathIsShownForAnImpostorToo) {
    const Ran ran = run({"explain", file, "--url", "http://a.example/closed/",
                         "--crawler", "Listbot", "--address", "192.0.2.32"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.out, HasSubstr("Rule:         Disallow: /closed/"));
    EXPECT_THAT(ran.out, HasSubstr("Verdict:      impostor, disallow\n"));
}

TEST_F(CliIdentity, ReverseNamesAreLookedUpOnlyIfAsked) {
    EXPECT_EQ(identity("Namebot", "192.0.2.1"),
              "unverifiable: the reverse name would decide, but explain looks "
              "it up only with --resolve");
    EXPECT_EQ(identity("Bothbot", "192.0.2.200"),
              "unverifiable: 192.0.2.200 is in no range of " + file +
                  ":8:30; the reverse name would decide, but explain looks it "
                  "up only with --resolve");
}

TEST_F(CliIdentity, WithoutAResolverOnlyRangesDecide) {
    const std::vector<std::string> none{"--no-resolver"};
    EXPECT_EQ(identity("Namebot", "192.0.2.1", none),
              "unverifiable: the reverse name would decide, but there is no "
              "resolver");
    EXPECT_EQ(identity("Bothbot", "192.0.2.200", none),
              "unverifiable: 192.0.2.200 is in no range of " + file +
                  ":8:30; the reverse name would decide, but there is no "
                  "resolver");
    for (const auto& more : {std::vector<std::string>{}, none}) {
        EXPECT_THAT(identity("Bothbot", "192.0.2.1", more),
                    HasSubstr("verified: 192.0.2.1 is in 192.0.2.0/25"));
        EXPECT_THAT(identity("Listbot", "192.0.2.1", more),
                    HasSubstr("verified: 192.0.2.1 is in 192.0.2.0/27"));
        EXPECT_THAT(identity("Listbot", "192.0.2.32", more),
                    HasSubstr("is in no range of"));
    }
}

TEST_F(CliIdentity, AReverseNameCanBeGiven) {
    EXPECT_EQ(identity("Namebot", "192.0.2.1",
                       {"--reverse-name", "c1.crawl.example"}),
              "verified: reverse name c1.crawl.example is in bot.example, "
              "crawl.example");
    EXPECT_EQ(identity("Namebot", "192.0.2.1",
                       {"--reverse-name", "c1.notcrawl.example"}),
              "impostor: reverse name c1.notcrawl.example is not in "
              "bot.example, crawl.example");
    EXPECT_THAT(identity("Bothbot", "192.0.2.1", {"--reverse-name", "x"}),
                HasSubstr("verified: 192.0.2.1 is in"));
    EXPECT_THAT(
        identity("Listbot", "192.0.2.32", {"--reverse-name", "a.bot.example"}),
        HasSubstr("is in no range of"));
}

// 127.0.0.1 belongs to no crawler, whatever the resolver answers.
TEST_F(CliIdentity, TheSystemsResolverCanBeAsked) {
    const std::string shown = identity("Namebot", "127.0.0.1", {"--resolve"});
    EXPECT_THAT(shown, Not(HasSubstr("verified: reverse")));
    EXPECT_THAT(shown, Not(HasSubstr("--resolve")));
    EXPECT_THAT(shown, HasSubstr("reverse name"));
}

TEST_F(CliIdentity, MissingDataIsNamed) {
    EXPECT_EQ(
        identity("nobodysbot", "192.0.2.1"),
        "unverifiable: no ranges or reverse names of nobodysbot are known");
    EXPECT_EQ(identity("Listbot", ""), "unverifiable: --address is not given");
    EXPECT_THAT(run({"explain", file, "--url", "http://a.example/",
                     "--user-agent", "Mozilla/5.0"})
                    .out,
                Not(HasSubstr("Identity")));
}

TEST_F(CliIdentity, MissingOrStaleListsMakeNobodyAnImpostor) {
    EXPECT_EQ(identity("Brokenbot", "192.0.2.1"),
              "unverifiable: " + path("none.json") + " (" + file +
                  ":9:37) cannot be used");
    std::filesystem::last_write_time(
        list, std::filesystem::file_time_type::clock::now() - 40 * 24h);
    EXPECT_EQ(identity("Listbot", "192.0.2.32"),
              "unverifiable: " + list + " (" + file +
                  ":6:35) is 40 days old: too old to prove an impostor");
    EXPECT_THAT(identity("Listbot", "192.0.2.1"), HasSubstr("verified: "));
}

TEST_F(CliIdentity, CheckWarnsOfStaleLists) {
    std::filesystem::last_write_time(
        list, std::filesystem::file_time_type::clock::now() - 40 * 24h);
    const Ran ran = run({"check", file});
    EXPECT_EQ(ran.code, 0);
    EXPECT_THAT(ran.out, HasSubstr(file + ":6:35: warning: "));
    EXPECT_THAT(ran.out, HasSubstr("[ranges-stale]"));
    EXPECT_THAT(ran.out, HasSubstr("[ranges-unusable]"));
    EXPECT_EQ(run({"check", file, "--strict"}).code, 1);
}

TEST_F(CliIdentity, ConflictingOptionsAreRefused) {
    EXPECT_EQ(explain("Namebot", "", {"--resolve"}).code, 2);
    EXPECT_EQ(explain("Namebot", "", {"--reverse-name", "x"}).code, 2);
    EXPECT_EQ(
        explain("Namebot", "192.0.2.1", {"--resolve", "--reverse-name", "x"})
            .code,
        2);
    for (const auto& more :
         {std::vector<std::string>{"--resolve"}, {"--reverse-name", "x"}}) {
        std::vector<std::string> both{"--no-resolver"};
        both.insert(both.end(), more.begin(), more.end());
        EXPECT_EQ(explain("Namebot", "192.0.2.1", both).code, 2);
    }
}

TEST_F(CliIdentity, TheCatalogueShowsReverseNames) {
    for (const auto& crawler : run({"crawlers", "--json"}).json()) {
        if (crawler["token"] == "Applebot") {
            EXPECT_EQ(crawler["rdns"].dump(), "[\"applebot.apple.com\"]");
            return;
        }
    }
    FAIL() << "no Applebot";
}

}  // namespace robots
