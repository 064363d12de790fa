// robotsctl replay --lines: which requests count, and in which order.

#include <gmock/gmock.h>

#include <cstdio>
#include <string>
#include <vector>

#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {

namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;
using Strings = std::vector<std::string>;

constexpr const char* kPolicy = R"(version: 1
enforce: {disallow: reject, crawl_delay: throttle, burst: 0, tolerance: 0%,
          max_wait: 5s, impostor: reject}
default:
  groups:
    - user_agent: "*"
      disallow: /private/
      crawl_delay: 10s
)";

// A line about a request that ended so many seconds after midnight.
std::string ended(double second, const std::string& more = "",
                  const std::string& target = "/a",
                  const std::string& user_agent = "Examplebot/1.0") {
    char time[32];
    std::snprintf(time, sizeof time, "%.3f", 1791590400 + second);
    return R"({"msec":")" + std::string(time) + R"(","request":"GET )" +
           target + R"( HTTP/1.1","user_agent":")" + user_agent + '"' + more +
           "}\n";
}

std::string took(const char* seconds) {
    return R"(,"request_time":")" + std::string(seconds) + '"';
}

constexpr const char* kUnjudged =
    R"(,"crawler":"Examplebot","category":"other","site":"default",)"
    R"("group":"*","verdict":"-","action":"-")";

class CliReplayLines : public RobotsctlFixture {
  protected:
    std::vector<nlohmann::json> replay(const std::string& log,
                                       const std::string& option) const {
        const Ran ran = run({"replay", write("policy.yaml", yaml),
                             write("access.log", log), option});
        EXPECT_EQ(ran.code, 0) << ran.err;
        return ran.json();
    }

    // "2 crawl_delay throttle 4.0" of each line of the log, as they came.
    Strings lines(const std::string& log) const {
        Strings out;
        for (const auto& line : replay(log, "--lines")) {
            out.push_back(std::to_string(line["line"].get<int>()) + ' ' +
                          line["verdict"].get<std::string>() + ' ' +
                          line["action"].get<std::string>() + ' ' +
                          line["wait"].dump());
        }
        return out;
    }
    nlohmann::json summary(const std::string& log) const {
        return replay(log, "--json").back();
    }
    std::string yaml = kPolicy;

    std::string text(const std::string& log) const {
        return run({"replay", write("policy.yaml", yaml),
                    write("access.log", log)})
            .out;
    }
};

}  // namespace

TEST_F(CliReplayLines, EachCrawlerRequestHasALine) {
    const std::string log =
        ended(0, "", "/robots.txt") + ended(1, "", "/private/x") + "rubbish\n" +
        ended(2, "", "/a", "Mozilla/5.0 Firefox/130.0") + ended(3);
    EXPECT_THAT(lines(log), ElementsAre("1 - - 0.0", "2 disallow reject 0.0",
                                        "5 allow pass 0.0"));
    const auto line = replay(log, "--lines").at(1);
    EXPECT_EQ(line["log"], path("access.log"));
    EXPECT_EQ(line["arrived"], 1791590401.0);
    EXPECT_EQ(line["crawler"], "Examplebot");
    EXPECT_EQ(line["category"], "other");
    EXPECT_EQ(line["identity"], "unverifiable");
    EXPECT_EQ(line["group"], "*");
    EXPECT_EQ(line["rule"], "Disallow: /private/");
    EXPECT_EQ(line["status"], 403);
}

// A front controller makes `/index.php` of every target.
TEST_F(CliReplayLines, TheTargetThatWasSentCountsInAnyOrder) {
    const auto line = [](const std::string& targets) {
        return R"({"msec":"1791590400","method":"GET",)" + targets +
               R"(,"host":"a.example","http_host":"","user_agent":"Examplebot/1.0"})"
               "\n";
    };
    EXPECT_THAT(lines(line(R"("request_uri":"/private/x","uri":"/index.php")") +
                      line(R"("uri":"/index.php","request_uri":"/private/x")")),
                ElementsAre("1 disallow reject 0.0", "2 disallow reject 0.0"));
}

// `uri` is only a path, and what a front controller makes of the arguments was
// not sent.
TEST_F(CliReplayLines, TheArgumentsBelongToTheUri) {
    yaml = R"(version: 1
default: {groups: [{user_agent: "*", disallow: "/a?x=1$"}]}
)";
    const auto line = [](const std::string& target) {
        return R"({"msec":"1791590400","user_agent":"Examplebot/1.0",)" +
               target + "}\n";
    };
    EXPECT_THAT(lines(line(R"("uri":"/a","args":"x=1")") +
                      line(R"("query_string":"x=1","document_uri":"/a")") +
                      line(R"("uri":"/a?x=1","args":"x=1")") +
                      line(R"("uri":"/a","args":"-")") +
                      line(R"("uri":"/i","args":"x=1","request_uri":"/a")") +
                      line(R"("uri":"/i","args":"x=1","request":"GET /a")")),
                ElementsAre("1 disallow log 0.0", "2 disallow log 0.0",
                            "3 disallow log 0.0", "4 allow pass 0.0",
                            "5 allow pass 0.0", "6 allow pass 0.0"));
}

TEST_F(CliReplayLines, AHostWithoutASchemeIsHttpsIfASiteClaimsThat) {
    yaml = R"(version: 1
sites:
  - {host: a.example, scheme: https, groups: [{user_agent: "*", disallow: /s}]}
  - {host: [b.example, a.example, "*.c.example"], scheme: http,
     groups: [{user_agent: "*", disallow: /p}]}
default: {groups: [{user_agent: "*", disallow: /d}]}
)";
    std::string log;
    for (const char* fields :
         {R"(/s","host":"a.example)", R"(/s","host":"a.example:8443)",
          R"(/p","host":"a.example:80)",
          R"(/p","scheme":"http","host":"a.example)",
          R"(/p","host":"b.example)", R"(/p","host":"x.c.example)",
          R"(/p","host":"$.c.example)", R"(/d","host":"d.example)",
          R"(/d","scheme":"https","host":"b.example)"}) {
        log += R"({"msec":"1791590400","user_agent":"Examplebot/1.0","uri":")" +
               std::string(fields) + "\"}\n";
    }
    EXPECT_THAT(lines(log), AllOf(SizeIs(9u), Each(HasSubstr(" disallow "))));
}

// Only nginx sees signatures, and the header may be a browser's.
TEST_F(CliReplayLines, ASignedRequestCountsForItsSigner) {
    yaml = R"(version: 1
crawlers: [{token: Signer}, {token: Otherbot}]
default:
  groups:
    - {user_agent: Signer, disallow: /a}
    - {user_agent: Otherbot, disallow: /b}
)";
    const auto by = [](const std::string& signature, const char* user_agent) {
        return ended(0,
                     R"(,"crawler":"Signer","identity":"verified",)"
                     R"("signature":")" +
                         signature + '"',
                     "/a", user_agent);
    };
    EXPECT_THAT(lines(by("verified", "Mozilla/5.0 Firefox/140.0") +
                      by("verified", "Examplebot/1.0") +
                      by("verified", "Otherbot/1.0") +
                      by("invalid", "Mozilla/5.0 Firefox/140.0")),
                ElementsAre("1 disallow log 0.0", "2 disallow log 0.0",
                            "3 allow pass 0.0"));
}

// With robots_origin, the site is not that of the connection's scheme.
TEST_F(CliReplayLines, TheSiteThatWasLoggedCounts) {
    yaml = R"(version: 1
sites: [{host: a.example, scheme: https, groups: [{user_agent: "*", disallow: /x}]}]
default: {groups: [{user_agent: "*", disallow: /y}]}
)";
    const std::string of_site =
        R"(,"host":"a.example","scheme":"http","port":"8080","site":")";
    EXPECT_THAT(lines(ended(0, of_site + "a.example\"", "/x") +
                      ended(1, of_site + "default\"", "/y")),
                ElementsAre("1 disallow log 0.0", "2 disallow log 0.0"));
}

TEST_F(CliReplayLines, ThePolicysOwnRangesShowImpostors) {
    yaml =
        "version: 1\nenforce: {impostor: reject}\ncrawlers: [{token: GPTBot, "
        "ranges: [192.0.2.0/24]}]\ndefault: {groups: [{user_agent: \"*\", "
        "disallow: /p/}]}\n";
    const auto from = [](double second, const std::string& address) {
        return ended(second, R"(,"remote_addr":")" + address + '"', "/a",
                     "GPTBot/1.2");
    };
    EXPECT_THAT(lines(from(0, "192.0.2.7") + from(1, "192.0.3.7")),
                ElementsAre("1 allow pass 0.0", "2 impostor reject 0.0"));
}

TEST_F(CliReplayLines, ADelayedRequestIsJudgedAtItsArrival) {
    // It came at 6 s and was delayed for 4 s; the next one came at 7 s.
    EXPECT_THAT(lines(ended(0, took("0.000")) + ended(7, took("0.000")) +
                      ended(10, took("4.000")) + ended(20, took("0.000"))),
                ElementsAre("1 allow pass 0.0", "3 crawl_delay throttle 4.0",
                            "2 crawl_delay reject 13.0", "4 allow pass 0.0"));
    // Workers write their lines in blocks.
    EXPECT_THAT(lines(ended(0) + ended(20) + ended(10)),
                ElementsAre("1 allow pass 0.0", "3 allow pass 0.0",
                            "2 allow pass 0.0"));
    EXPECT_THAT(lines(ended(0) + ended(7) + ended(10) + ended(20)),
                ElementsAre("1 allow pass 0.0", "2 crawl_delay throttle 3.0",
                            "3 crawl_delay reject 10.0", "4 allow pass 0.0"));
}

TEST_F(CliReplayLines, InvalidTimesAreSkipped) {
    for (const char* bad : {"-", "", "x", "-1.0", "1791590500.000"}) {
        EXPECT_THAT(lines(ended(0) + ended(10, took(bad)) + ended(20)),
                    ElementsAre("1 allow pass 0.0", "2 allow pass 0.0",
                                "3 allow pass 0.0"))
            << bad;
    }
}

TEST_F(CliReplayLines, ARequestThatTookTooLongIsCountedAsLate) {
    // It came first, but the queue does not wait that long.
    const std::string log =
        ended(100, took("0.000")) + ended(300, took("0.000")) +
        ended(500, took("0.000")) + ended(600, took("590.000"));
    EXPECT_THAT(lines(log),
                ElementsAre("1 allow pass 0.0", "2 allow pass 0.0",
                            "4 crawl_delay reject 10.0", "3 allow pass 0.0"));
    EXPECT_EQ(summary(log)["late"], 1);
}

// 1,100 lines of nearly 64 KiB: the first of them no longer wait when a request
// ends that came before them.
TEST_F(CliReplayLines, TheQueueOfWaitingRequestsIsBoundedInOctets) {
    const std::string target = '/' + std::string(62000, 'x');
    std::string log;
    for (int i = 0; i < 1100; ++i) {
        log += ended(100, took("0.000"), target);
    }
    log += ended(101, took("50.000"));
    EXPECT_EQ(summary(log)["late"], 1);
    EXPECT_EQ(summary(log)["requests"], 1101);
}

TEST_F(CliReplayLines, RequestsOfSeveralLogsAreOrdered) {
    const std::string first =
        write("a.log", ended(0, took("0.000")) + ended(10, took("4.000")));
    const std::string second = write("b.log", ended(7, took("0.000")));
    const auto shown =
        run({"replay", write("policy.yaml", kPolicy), second, first, "--lines"})
            .json();
    ASSERT_EQ(shown.size(), 3u);
    EXPECT_EQ(shown[1]["log"], first);
    EXPECT_EQ(shown[1]["line"], 2);
    EXPECT_EQ(shown[1]["action"], "throttle");
    EXPECT_EQ(shown[2]["log"], second);
    EXPECT_EQ(shown[2]["action"], "reject");
}

TEST_F(CliReplayLines, RequestsNotJudgedAreNeitherCountedNorCharged) {
    const std::string log = ended(0) + ended(5, kUnjudged) +
                            ended(6, kUnjudged, "/private/x") + ended(10);
    EXPECT_THAT(lines(log), ElementsAre("1 allow pass 0.0", "2 - - 0.0",
                                        "3 - - 0.0", "4 allow pass 0.0"));
    const auto bot = replay(log, "--json").at(0);
    EXPECT_EQ(bot["requests"], 4);
    EXPECT_EQ(bot["judged"], 2);
    EXPECT_EQ(bot["not_judged"], 2);
    EXPECT_EQ(bot["broken"]["disallow"], 0);
    EXPECT_EQ(summary(log)["not_judged"], 2);
    EXPECT_THAT(text(log),
                HasSubstr("2 crawler requests left out, because nginx did "
                          "not judge them.\n"));
}

TEST_F(CliReplayLines, ARequestWithoutAnActionWasNotJudged) {
    const std::string read =
        R"(,"robots_verdict":"disallow","robots_action":"-")";
    EXPECT_THAT(lines(ended(0, read, "/private/x")), ElementsAre("1 - - 0.0"));
    // Without an action, the verdict decides.
    EXPECT_THAT(lines(ended(0, R"(,"verdict":"-")")), ElementsAre("1 - - 0.0"));
    EXPECT_THAT(lines(ended(0, R"(,"verdict":"allow")")),
                ElementsAre("1 allow pass 0.0"));
}

TEST_F(CliReplayLines, RequestsThatTheOldPolicyIgnoredAreJudged) {
    for (const char* more :
         {R"(,"crawler":"","action":"-")",
          R"(,"crawler":"Examplebot","site":"","action":"-")",
          R"(,"crawler":"x","category":"library","group":"","action":"-")"}) {
        EXPECT_THAT(lines(ended(0, more)), ElementsAre("1 allow pass 0.0"))
            << more;
    }
    EXPECT_THAT(lines(ended(0, R"(,"category":"library","group":"curl",)"
                               R"("action":"-")")),
                ElementsAre("1 - - 0.0"));
}

TEST_F(CliReplayLines, ARequestForRobotsTxtIsNotLeftOut) {
    const auto bot = replay(ended(0, kUnjudged, "/robots.txt"), "--json").at(0);
    EXPECT_EQ(bot["robots_txt"], 1);
    EXPECT_EQ(bot["not_judged"], 0);
}

TEST_F(CliReplayLines, TheReportSaysIfTheLogDoesNotShowWhoSentWhat) {
    yaml =
        "version: 1\nenforce: {unverifiable: reject}\ndefault:\n"
        "  groups: [{user_agent: '*', disallow: /b}]\n";
    const std::string combined = combined_line(0, "/a", "Examplebot/1.0");
    EXPECT_EQ(summary(combined)["identity_unknown"], 1);
    EXPECT_THAT(text(combined), HasSubstr("count as unverifiable.\n"));
    const std::string verified = ended(0, R"(,"identity":"verified")");
    EXPECT_EQ(summary(verified)["identity_unknown"], 0);
    EXPECT_THAT(text(verified), Not(HasSubstr("count as unverifiable")));
}

TEST_F(CliReplayLines, TheReportSaysIfTheLogDoesNotShowWhatWasJudged) {
    const std::string known = R"(,"action":"pass")";
    const std::string combined = combined_line(0, "/a", "Examplebot/1.0");
    EXPECT_EQ(summary(combined)["judgement_unknown"], 1);
    EXPECT_THAT(text(combined), HasSubstr("count as judged.\n"));
    EXPECT_EQ(summary(ended(0, known))["judgement_unknown"], 0);
    EXPECT_THAT(text(ended(0, known)), Not(HasSubstr("count as judged")));
}

TEST_F(CliReplayLines, TheIdentityComesFromTheLog) {
    const auto by = [](const char* identity) {
        return R"(,"identity":")" + std::string(identity) + '"';
    };
    // Each has a budget of its own.
    const std::string log = ended(0, by("verified")) +
                            ended(1, by("unverifiable")) +
                            ended(2, by("impostor")) + ended(6, by("verified"));
    EXPECT_THAT(lines(log), ElementsAre("1 allow pass 0.0", "2 allow pass 0.0",
                                        "3 impostor reject 0.0",
                                        "4 crawl_delay throttle 4.0"));
    EXPECT_EQ(replay(log, "--json").at(0)["broken"]["impostor"], 1);
}

TEST_F(CliReplayLines, SlashesAreMergedUnlessNginxKeepsThem) {
    const std::string policy = write("policy.yaml", kPolicy);
    const std::string log = write("a.log", ended(0, "", "//private//x"));
    const auto verdict = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"replay", policy, log, "--lines"});
        return run(arguments).json().at(0)["verdict"];
    };
    EXPECT_EQ(verdict({}), "disallow");
    EXPECT_EQ(verdict({"--no-merge-slashes"}), "allow");
}

TEST_F(CliReplayLines, DiffComparesOnlyJudgedRequests) {
    const std::string old = write("policy.yaml", kPolicy);
    const std::string open = write("open.yaml", R"(version: 1
default: {groups: [{user_agent: "*", disallow: /none/}]}
)");
    const std::string log = write(
        "access.log", ended(0, kUnjudged, "/private/x") +
                          ended(10, R"(,"action":"reject")", "/private/") +
                          ended(11, "", "/private/", "Mozilla/5.0"));
    const Ran ran = run({"diff", old, open, "--log", log});
    EXPECT_THAT(ran.out, HasSubstr("1 of 3 requests would be judged"));
}

}  // namespace robots
