// robotsctl report: who keeps to the file, by a log.

#include <gmock/gmock.h>

#include <ctime>

#include "tests/unit/cli/report/report_fixture.hpp"

namespace robots {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(CliReport, CountsBeforeAndAfterTheCrawlerReadTheFile) {
    const Json crawler =
        first(line(0, "/private/a") + line(20, "/robots.txt") + line(40, "/") +
              line(60, "/private/b") + line(80, "/c", "Firefox/130.0"));
    EXPECT_EQ(crawler["crawler"], "GPTBot");
    EXPECT_EQ(crawler["counts"]["requests"], 3);
    EXPECT_EQ(crawler["counts"]["verdicts"]["disallow"], 2);
    EXPECT_EQ(crawler["fetches"]["requests"], 1);
    const Json& revision = crawler["revisions"].at(0);
    EXPECT_EQ(revision["site"], "a.example");
    EXPECT_EQ(revision["before"]["judged"], 1);
    EXPECT_EQ(revision["before"]["kept"], 0);
    EXPECT_EQ(revision["after"]["judged"], 2);
    EXPECT_EQ(revision["after"]["kept"], 1);
    EXPECT_EQ(revision["oldest_copy"], 40.0);
    EXPECT_EQ(revision["over_a_day"], 0);
    EXPECT_EQ(revision["from"].at(0)["address"], "192.0.2.7");
    EXPECT_EQ(crawler["obedience"]["judged"], 3);
    EXPECT_NEAR(crawler["obedience"]["share"].get<double>(), 1.0 / 3, 1e-9);
    EXPECT_NEAR(crawler["obedience"]["low"].get<double>(), 0.0615, 1e-4);
    EXPECT_NEAR(crawler["obedience"]["high"].get<double>(), 0.7923, 1e-4);
    EXPECT_EQ(crawler["grade"], "too_few");
}

// A fetch of the first revision is none of the second.
TEST_F(CliReport, EachRevisionHasItsOwnBeforeAndAfter) {
    const std::string old = "00000000000000aa";
    const std::string now = "00000000000000bb";
    const std::string agent = "GPTBot/1.2";
    const Json revisions =
        first(line(0, "/robots.txt", agent, {{"revision", old}}) +
              line(1, "/x", agent, judged("disallow", old)) +
              line(2, "/x", agent, judged("disallow", now)) +
              line(3, "/y", agent, judged("allow", now)) +
              line(86500, "/y", agent, judged("disallow", now)) +
              line(86501, "/robots.txt", agent, {{"revision", now}}) +
              line(86502, "/y", agent, judged("allow", now)))["revisions"];
    ASSERT_EQ(revisions.size(), 2u);
    EXPECT_EQ(revisions[0]["revision"], old);
    EXPECT_EQ(revisions[0]["after"]["judged"], 1);
    EXPECT_EQ(revisions[1]["revision"], now);
    EXPECT_EQ(revisions[1]["before"]["judged"], 3);
    EXPECT_EQ(revisions[1]["before"]["kept"], 1);
    EXPECT_EQ(revisions[1]["after"]["kept"], 1);
    EXPECT_EQ(revisions[1]["over_a_day"], 1);
    EXPECT_EQ(revisions[1]["oldest_copy"], 86500.0);
}

TEST_F(CliReport, TheVerdictOfNginxCountsBeforeThePolicyAsItIs) {
    const std::string log =
        line(0, "/private/a", "GPTBot/1.2", judged("allow", "aa")) +
        line(1, "/open", "GPTBot/1.2", judged("disallow", "aa"));
    const Json crawler = first(log);
    EXPECT_EQ(crawler["counts"]["verdicts"]["allow"], 1);
    EXPECT_EQ(crawler["counts"]["verdicts"]["disallow"], 1);
    EXPECT_EQ(crawler["rules"]["disallow"]["kept"], 1);
    EXPECT_THAT(text(log), HasSubstr("those that nginx logged"));
    EXPECT_THAT(text(line(0, "/")), HasSubstr("a simulation"));
    EXPECT_THAT(text(log + line(2, "/")),
                HasSubstr("2 of 3 requests have the verdict that nginx"));
}

// Today's policy does not say how an older robots.txt was.
TEST_F(CliReport, ExamplesHaveTheRulesOfTheRevisionThatNginxLogged) {
    Fields old = judged("disallow", "aa");
    old.emplace_back("rule", "Disallow: /old/");
    const Json examples =
        first(line(0, "/private/a", "GPTBot/1.2", old) +
              line(1, "/b", "GPTBot/1.2", judged("crawl_delay", "aa")))
            .at("examples");
    EXPECT_EQ(examples.at(0)["rule"], "Disallow: /old/");
    EXPECT_EQ(examples.at(1)["rule"], "Crawl-delay");
}

TEST_F(CliReport, EachKindOfRuleHasARate) {
    const Json rules = first(line(0, "/a") + line(1, "/b") + line(11, "/c") +
                             line(30, "/private/d"))["rules"];
    EXPECT_EQ(rules["crawl_delay"]["judged"], 3)
        << "a refused one does not count";
    EXPECT_EQ(rules["crawl_delay"]["kept"], 2);
    EXPECT_EQ(rules["disallow"]["judged"], 4);
    EXPECT_EQ(rules["disallow"]["kept"], 3);
    EXPECT_EQ(rules["visit_time"]["judged"], 0);
    EXPECT_TRUE(rules["visit_time"]["share"].is_null());
}

// Google documents that Googlebot does not support Crawl-delay.
TEST_F(CliReport, AnUnsupportedLineIsNotBroken) {
    yaml = R"(version: 1
enforce: {burst: 0, tolerance: 0%}
sites: [{host: a.example, groups: [{user_agent: "*", crawl_delay: 10s}]}]
)";
    std::string log = line(0, "/robots.txt", "Googlebot/2.1");
    for (int second = 1; second <= 20; ++second) {
        log += line(second, "/page", "Googlebot/2.1");
    }
    const Json crawler = first(log);
    EXPECT_EQ(crawler["counts"]["broken"]["crawl_delay"], 18);
    EXPECT_EQ(crawler["obedience"]["judged"], 20);
    EXPECT_EQ(crawler["obedience"]["kept"], 20);
    EXPECT_EQ(crawler["rules"]["crawl_delay"]["judged"], 0);
    EXPECT_EQ(crawler["grade"], "keeps");
    EXPECT_EQ(crawler["examples"].size(), 0U);
    EXPECT_THAT(text(log, "Googlebot"), Not(HasSubstr("To Google")));
}

// Until then, it may use a copy that it got before (RFC 9309 2.4).
TEST_F(CliReport, NobodyIsSaidNotToReadWithinTheFirstDay) {
    std::string log;
    for (int i = 0; i < 20; ++i) {
        log += line(20 * i, "/");
    }
    EXPECT_EQ(first(log)["grade"], "keeps");
    constexpr int kDay = 24 * 60 * 60;
    EXPECT_EQ(first(log + line(kDay - 1, "/"))["grade"], "keeps");
    EXPECT_EQ(first(log + line(kDay, "/"))["grade"], "never_read");
}

TEST_F(CliReport, ImpostorsCountApart) {
    const std::string log =
        line(0, "/private/a", "GPTBot/1.2",
             judged("disallow", "a", "verified")) +
        line(1, "/private/b", "GPTBot/1.2",
             judged("impostor", "a", "impostor")) +
        line(2, "/robots.txt", "GPTBot/1.2", {{"identity", "impostor"}});
    const Json crawler = first(log);
    EXPECT_EQ(crawler["counts"]["requests"], 2);
    EXPECT_EQ(crawler["impostors"]["requests"], 1);
    EXPECT_EQ(crawler["obedience"]["judged"], 1);
    EXPECT_EQ(crawler["identities"]["verified"], 1);
    EXPECT_EQ(crawler["fetches"]["requests"], 0);
    EXPECT_EQ(crawler["fetches"]["by_impostors"], 1);
    EXPECT_EQ(crawler["examples"].size(), 1u);
    EXPECT_THAT(crawler["letter"].get<std::string>(),
                HasSubstr("1 request with your crawler's name from other "
                          "addresses are not counted."));
}

TEST_F(CliReport, ASignedRequestCountsForItsSigner) {
    const Json crawler = first(line(0, "/", "Mozilla/5.0 Firefox/140.0",
                                    {{"crawler", "GPTBot"},
                                     {"identity", "verified"},
                                     {"signature", "verified"}}));
    EXPECT_EQ(crawler["crawler"], "GPTBot");
    EXPECT_EQ(crawler["verified_by"]["signature"], 1);
}

// Where nginx logged no identity, lists of addresses say who came; but a list
// of today says nothing about the impostors of last year.
TEST_F(CliReport, ListsOfThePolicyProveWhoCame) {
    write("ranges.json", R"({"prefixes":[{"ipv4Prefix":"192.0.2.0/28"}]})");
    yaml = R"(version: 1
crawlers:
  - token: Examplebot
    ranges_file: ranges.json
default:
  groups: [{user_agent: "*", disallow: /private/}]
)";
    const auto at = [](const char* address, long second) {
        return line(static_cast<int>(second - 1791590400), "/",
                    "Examplebot/1.0", {{"address", address}});
    };
    const long now = std::time(nullptr);
    const long long_ago = now - 400L * 86400;
    const auto identities = [&](long second) {
        return first(at("192.0.2.7", second) +
                     at("198.51.100.7", second))["identities"];
    };
    EXPECT_EQ(identities(now)["verified"], 1);
    EXPECT_EQ(identities(now)["impostor"], 1);
    EXPECT_EQ(identities(long_ago)["verified"], 1);
    EXPECT_EQ(identities(long_ago)["unverifiable"], 1);
    EXPECT_EQ(first(at("192.0.2.7", now))["verified_by"]["ranges"], 1);
}

TEST_F(CliReport, UpstreamsOfImpostorsCountAsInTheStatus) {
    Fields slow = judged("impostor", "a", "impostor");
    slow.emplace_back("upstream_response_time", "0.250, 1.000");
    const std::string log =
        line(0, "/", "GPTBot/1.2", {{"upstream_response_time", "0.500"}}) +
        line(1, "/", "GPTBot/1.2", slow);
    EXPECT_EQ(first(log)["upstream_seconds"], 1.75);
    EXPECT_TRUE(first(log)["request_seconds"].is_null());
    EXPECT_THAT(text(log), HasSubstr("Upstream:    1.8 s\n"));
    EXPECT_THAT(text(line(0, "/")), HasSubstr("what requests cost."));
}

TEST_F(CliReport, OnlyAGetThatGotTheFileReadIt) {
    const std::string agent = "GPTBot/1.2";
    Json head = Json::parse(line(2, "/robots.txt"));
    head["request"] = "HEAD /robots.txt HTTP/1.1";
    const Json fetches =
        first(line(0, "/robots.txt", agent, {{"status", "304"}}) +
              line(1, "/robots.txt", agent, {{"status", "404"}}) + head.dump() +
              '\n' + line(3, "/"))["fetches"];
    EXPECT_EQ(fetches["requests"], 1);
    EXPECT_EQ(fetches["failed"], 2);
}

TEST_F(CliReport, TheLetterHasTheCase) {
    std::string log = line(0, "/robots.txt");
    for (int i = 1; i < 31; ++i) {
        log += line(20 * i, "/private/" + std::to_string(i), "GPTBot/1.2",
                    {{"request_id", "id" + std::to_string(i)}});
    }
    const Json crawler = first(log);
    EXPECT_EQ(crawler["examples"].size(), 10u);
    EXPECT_EQ(crawler["examples"][0]["request_id"], "id1");
    EXPECT_EQ(crawler["examples"][0]["rule"], "Disallow: /private/");
    EXPECT_EQ(crawler["grade"], "breaks");
    const std::string letter = crawler["letter"];
    EXPECT_THAT(letter, HasSubstr("To OpenAI:\n"));
    EXPECT_THAT(letter, HasSubstr("30 requests of GPTBot to a.example"));
    EXPECT_THAT(letter, HasSubstr("30 asked for a path that it disallows"));
    EXPECT_THAT(letter, HasSubstr("It fetched robots.txt 1 time"));
    EXPECT_THAT(letter,
                HasSubstr("https://developers.openai.com/api/docs/bots"));
    EXPECT_THAT(letter,
                HasSubstr("2026-10-10T00:00:20Z 192.0.2.7 a.example GET "
                          "/private/1 200 [Disallow: /private/] "
                          "GPTBot/1.2 id1 ("));
    EXPECT_THAT(text(log), HasSubstr("To OpenAI:\n"));
    EXPECT_TRUE(first(line(0, "/"))["letter"].is_null()) << "all was kept";
}

TEST_F(CliReport, OneCrawlerMayBeAskedFor) {
    const std::string log = line(0, "/") + line(1, "/", "CCBot/2.0");
    const Ran ran = report(log, {"--crawler", "ccbot", "--json"});
    ASSERT_EQ(ran.json().size(), 2u);
    EXPECT_EQ(ran.json()[0]["crawler"], "CCBot");
    const Ran none = report(log, {"--crawler", "Nobody"});
    EXPECT_EQ(none.code, 1);
    EXPECT_THAT(none.err, HasSubstr("no request of `Nobody` in the log"));
    EXPECT_THAT(report(log).out, HasSubstr("--crawler NAME shows"));
}

TEST_F(CliReport, MaskedLeavesNoAddressAnywhere) {
    const std::string log =
        line(0, "/robots.txt") + line(1, "/private/?from=198.51.100.23") +
        line(20, "/private/", "GPTBot/1.2 (2001:db8:1:2:3:4:5:6)",
             {{"address", "2001:db8::77"}}) +
        line(40, "/private/%2", "Bot203-0-113-9/1.0 (+http://203.0.113.9/)") +
        "rubbish of 203.0.113.5\n";
    const Ran text =
        report(log, {"--addresses", "masked", "--crawler", "GPTBot"});
    const Ran json = report(log, {"--addresses", "masked", "--json"});
    const std::string html = page(log, {"--addresses", "masked"});
    for (const std::string& out :
         {text.out, text.err, json.out, json.err, html}) {
        for (const char* address : {"192.0.2.7", "100.23", "db8::77", "3:4:5:6",
                                    "113.9", "113-9", "113.5"}) {
            EXPECT_THAT(out, Not(HasSubstr(address)));
        }
    }
    EXPECT_THAT(text.err, HasSubstr("203.0.113.x"));
    EXPECT_THAT(text.out, HasSubstr("192.0.2.x"));
    EXPECT_EQ(json.json().at(0)["crawler"], "GPTBot") << "it is still JSON";
    EXPECT_THAT(html, HasSubstr("/private/?from=198.51.100.x"));
    EXPECT_THAT(report(log, {"--crawler", "GPTBot"}).out,
                HasSubstr("198.51.100.23"));
}

// In JSON, the digits of "\u00e9" are in front of those of an address.
TEST_F(CliReport, MaskedLeavesNoAddressBehindAnEscape) {
    const std::string log =
        line(0, "/private/caf\u00e9192.0.2.77", "GPTBot/1.2 \u00b2192.0.2.77");
    const Ran ran = report(log, {"--addresses", "masked", "--json"});
    EXPECT_THAT(ran.out, Not(HasSubstr("192.0.2.77")));
    const Json example = ran.json().at(0)["examples"].at(0);
    EXPECT_EQ(example["request"], "GET /private/caf\u00e9192.0.2.x");
    EXPECT_EQ(example["user_agent"], "GPTBot/1.2 \u00b2192.0.2.x");
}

// Two addresses that look alike are one.
TEST_F(CliReport, MaskedAddressesAreAddedUp) {
    const Json from =
        first(line(0, "/robots.txt") + line(1, "/robots.txt", "GPTBot/1.2",
                                            {{"address", "192.0.2.9"}}),
              {"--addresses", "masked"})["revisions"][0]["from"];
    EXPECT_EQ(from, Json::parse(R"([{"address":"192.0.2.x","fetches":2}])"));
}

TEST_F(CliReport, ThePageIsOneFileThatPrints) {
    const std::string html =
        page(line(0, "/robots.txt") + line(1, "/private/a"));
    EXPECT_THAT(html, HasSubstr("Computed from the lines of "));
    EXPECT_THAT(html, HasSubstr("@media print"));
    EXPECT_THAT(html, HasSubstr("content=\"default-src 'none';"));
    for (const char* part : {" src=", " href=", "@import", "url(", "<script"}) {
        EXPECT_THAT(html, Not(HasSubstr(part)));
    }
}

TEST_F(CliReport, WhatClientsSendIsNoMarkup) {
    const std::string evil =
        "\"><script>alert('1')</script>&amp;\x1b[2J\xff\xe2\x80\xae";
    const std::string log =
        line(0, "/private/" + evil, "GPTBot/1.2 " + evil,
             {{"host", "a.example"}, {"request_id", evil}, {"status", evil}}) +
        line(1, "/private/", "Evil<b>bot/1.0 (+http://x.example/<i>)") +
        line(2, "/private/", "(compatible; <b>Bot/1.0; +https://a)");
    const std::string html = page(log);
    for (const char* part : {"<script", "<b>", "<i>", "'1'", "\x1b", "\xff"}) {
        EXPECT_THAT(html, Not(HasSubstr(part)));
    }
    EXPECT_THAT(html, HasSubstr("&lt;script&gt;alert(&#39;1&#39;)"));
    EXPECT_THAT(html, HasSubstr("&amp;amp;"));
    EXPECT_THAT(text(log), Not(HasSubstr("\x1b")));
}

TEST_F(CliReport, ManyNamesAreBounded) {
    std::string log;
    for (int i = 0; i < 2100; ++i) {
        log += line(i, "/private/", "Name" + std::to_string(i) + "bot/1.0");
    }
    const Ran ran = report(log, {"--json"});
    const std::vector<Json> lines = ran.json();
    EXPECT_EQ(lines.size(), 2002u);
    EXPECT_EQ(lines.at(0)["crawler"], "(others)");
    EXPECT_EQ(lines.at(0)["counts"]["requests"], 100);
    EXPECT_THAT(report(log).out, HasSubstr("more crawlers; --top 0 shows all"));
}

TEST_F(CliReport, WhatCannotBeWrittenOrReadIsSaid) {
    const Ran no_folder =
        report(line(0, "/"), {"--html", path("no/report.html")});
    EXPECT_EQ(no_folder.code, 2);
    EXPECT_THAT(no_folder.err, HasSubstr("cannot write"));
    const Ran rubbish = report("rubbish\n");
    EXPECT_EQ(rubbish.code, 2);
    EXPECT_EQ(rubbish.out, "");
    const Ran nobody = report(line(0, "/", "Firefox/130.0"));
    EXPECT_EQ(nobody.code, 0);
    EXPECT_THAT(nobody.out, HasSubstr("0 by 0 crawlers"));
}

}  // namespace
}  // namespace robots
