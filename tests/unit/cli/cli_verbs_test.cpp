#include <gmock/gmock.h>

#include <filesystem>
#include <string>

#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {

namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kVerbsPolicy = R"(version: 1
variables: {closed: /private/}
sites:
  - host: a.example
    groups:
      - {user_agent: "*", disallow: "${closed}", crawl_delay: 2s, visit_time: 0600-0845}
      - {user_agent: GPTBot, disallow: /}
  - {host: gone.example, suspend: {retry_after: 1h}}
)";

using CliVerbs = RobotsctlFixture;

}  // namespace

TEST_F(CliVerbs, CheckIsSilentAboutAGoodPolicy) {
    const Ran ran = run({"check",
                         write("p.yaml",
                               "version: 1\ndefault:\n  groups: [{user_agent: "
                               "\"*\", disallow: []}]\n"),
                         "--strict"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, HasSubstr("p.yaml: 0 errors, 0 warnings"));
}

TEST_F(CliVerbs, CheckReportsErrorsAndFailedTests) {
    const std::string file =
        write("p.yaml", std::string(kVerbsPolicy) + R"(tests:
  - {url: "http://a.example/", crawler: GPTBot, allow: /}
)");
    const Ran ran = run({"check", file});
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.out, HasSubstr("p.yaml:10:"));
    EXPECT_THAT(ran.out, HasSubstr(": error: "));
    EXPECT_THAT(ran.out, HasSubstr("[test-failed]"));
    const auto json = run({"check", file, "--format", "json"}).json();
    ASSERT_FALSE(json.empty());
    EXPECT_EQ(json.back()["code"], "test-failed");
    EXPECT_EQ(json.back()["severity"], "error");
    EXPECT_EQ(json.back()["line"], 10);
}

TEST_F(CliVerbs, ExplainRefusesACrawlerThatIsNotAToken) {
    const std::string file = write("p.yaml", kVerbsPolicy);
    for (const char* name : {"Google bot", "Googlebot/2.1", "*"}) {
        const Ran ran = run(
            {"explain", file, "--url", "http://a.example/", "--crawler", name});
        EXPECT_EQ(ran.code, 2) << name;
        EXPECT_THAT(ran.err, HasSubstr("is not a product token")) << name;
    }
}

TEST_F(CliVerbs, RenderNeedsAPolicy) {
    const Ran ran = run({"render", "--url", "http://a.example/"});
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.err,
                HasSubstr("`POLICY`, the YAML policy, is missing; write "
                          "`robotsctl render POLICY`"));
}

TEST_F(CliVerbs, CheckCountsWarningsWhenStrict) {
    const std::string file = write("p.yaml", R"(version: 1
variables: {unused: x}
default:
  groups: [{user_agent: "*", disallow: []}]
)");
    const Ran lenient = run({"check", file});
    EXPECT_EQ(lenient.code, 0);
    EXPECT_THAT(lenient.out, HasSubstr(": warning: "));
    EXPECT_EQ(run({"check", file, "--strict"}).code, 1);
}

TEST_F(CliVerbs, CheckOfAMissingFileIsUnusable) {
    const Ran ran = run({"check", path("none.yaml")});
    EXPECT_EQ(ran.code, 2);
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, HasSubstr("none.yaml"));
}

TEST_F(CliVerbs, RenderPrintsTheRobotsTxt) {
    const std::string file = write("p.yaml", kVerbsPolicy);
    const Ran ran = run({"render", file, "--url", "https://a.example/x",
                         "--var", "closed=/secret/"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("\n\nUser-agent: *\nDisallow: /secret/\n"));
    const auto json =
        run({"render", file, "--url", "https://a.example/", "--json"}).json();
    EXPECT_EQ(json[0]["site"], "a.example");
    EXPECT_EQ(run({"render", file, "--url", "http://gone.example/"}).code, 1);
    EXPECT_EQ(run({"render", file, "--url", "http://b.example/"}).code, 1);
    EXPECT_EQ(run({"render", file, "--url", "b.example"}).code, 2);
}

TEST_F(CliVerbs, RenderSaysWhoElseAnswers) {
    const std::string file = write("p.yaml", R"(version: 1
sites:
  - {host: none.example, robots_txt: none}
  - host: app.example
    robots_txt: pass
    groups: [{user_agent: "*", disallow: /x/}]
)");
    const auto rendered = [&](const std::string& host) {
        return run({"render", file, "--url", "http://" + host + "/"});
    };
    const auto json = [&](const std::string& host) {
        return run({"render", file, "--url", "http://" + host + "/", "--json"})
            .json()[0];
    };
    EXPECT_EQ(rendered("none.example").code, 1);
    EXPECT_THAT(rendered("none.example").err, HasSubstr("404"));
    EXPECT_EQ(json("none.example")["status"], 404);
    EXPECT_EQ(rendered("app.example").code, 1);
    EXPECT_THAT(rendered("app.example").err,
                HasSubstr("serves the application's robots.txt"));
    EXPECT_EQ(rendered("app.example").out, "User-agent: *\nDisallow: /x/\n");
    EXPECT_TRUE(json("app.example")["status"].is_null());
    EXPECT_EQ(json("app.example")["enforced"],
              "User-agent: *\nDisallow: /x/\n");
    EXPECT_FALSE(json("app.example").contains("robots_txt"));
    EXPECT_EQ(rendered("other.example").code, 1);
    EXPECT_THAT(rendered("other.example").err,
                HasSubstr("nginx answers as without a policy"));
    EXPECT_THAT(run({"explain", file, "--url", "http://other.example/x/",
                     "--crawler", "GPTBot"})
                    .out,
                HasSubstr("nginx answers as without a policy"));
}

TEST_F(CliVerbs, ExplainFollowsTheClock) {
    const std::string file = write("p.yaml", kVerbsPolicy);
    const auto at = [&](const std::string& time, const std::string& url) {
        const Ran ran =
            run({"explain", file, "--url", url, "--crawler", "bingbot", "--at",
                 time, "--address", "192.0.2.1", "--json"});
        EXPECT_NE(ran.code, 2) << ran.err;
        return ran.json()[0];
    };
    const auto open = at("2026-11-21T08:00:00+01:00", "http://a.example/");
    EXPECT_EQ(open["verdict"], "allow");
    EXPECT_EQ(open["visit_time"][0], "0600-0845");
    const auto late = at("2026-11-21T08:45:00Z", "http://a.example/");
    EXPECT_EQ(late["verdict"], "visit_time");
    EXPECT_EQ(late["allowed"], true);
    EXPECT_EQ(late["wait"], 76500.0);
    const auto closed = at("2026-11-21T07:00:00Z", "http://a.example/private/");
    EXPECT_EQ(closed["allowed"], false);
    EXPECT_EQ(closed["rule"], "Disallow: /private/");
    EXPECT_EQ(closed["crawl_delay"], 2.0);
    const Ran text = run({"explain", file, "--url", "http://a.example/private/",
                          "--user-agent", "bingbot/2.0"});
    EXPECT_EQ(text.code, 1);
    EXPECT_THAT(text.out, HasSubstr("disallow"));
    EXPECT_THAT(text.out, HasSubstr("0600-0845 UTC"));
}

TEST_F(CliVerbs, ExplainShowsWhereACrawlDelayIsWritten) {
    write("robots.txt",
          "User-agent: IRLbot\nCrawl-delay: 3600\n\n"
          "User-agent: *\nDisallow: /next/\n");
    const std::string file = write(
        "p.yaml", "version: 1\ndefault: {robots_txt: {file: robots.txt}}\n");
    const auto explain = [&](const std::string& crawler) {
        return run({"explain", file, "--url", "http://a.example/next/",
                    "--crawler", crawler, "--json"})
            .json()[0];
    };
    const auto slow = explain("IRLbot");
    EXPECT_EQ(slow["verdict"], "disallow");
    EXPECT_EQ(slow["crawl_delay"], 3600.0);
    EXPECT_THAT(std::string(slow["crawl_delay_place"]),
                EndsWith("robots.txt:2:1"));
    const auto other = explain("bingbot");
    EXPECT_EQ(other["verdict"], "disallow");
    EXPECT_TRUE(other["crawl_delay"].is_null());
    EXPECT_THAT(run({"explain", file, "--url", "http://a.example/", "--crawler",
                     "IRLbot"})
                    .out,
                HasSubstr("robots.txt:2:1)\n"));
}

TEST_F(CliVerbs, ExplainSaysAllViolationsAndWhatIsNotEnforced) {
    const std::string file = write("p.yaml", R"(version: 1
enforce: {crawl_delay: throttle}
default:
  groups:
    - user_agent: "*"
      disallow: /trap
      crawl_delay: 5s
      visit_time: 0600-0845
)");
    const auto explain = [&](const std::string& crawler,
                             const std::string& option) {
        return run({"explain", file, "--url", "http://a.example/trap",
                    "--crawler", crawler, "--at", "2026-11-21T12:00:00Z",
                    option});
    };
    const auto google = explain("Googlebot", "--json").json()[0];
    EXPECT_EQ(google["violations"].dump(), R"(["disallow","visit_time"])");
    EXPECT_EQ(google["caps"].dump(),
              R"([{"action":"log","reason":"unsupported",)"
              R"("text":"only logged: Googlebot documents that it ignores )"
              R"(Crawl-delay","violation":"crawl_delay"}])");
    EXPECT_EQ(explain("IRLbot", "--json").json()[0]["caps"].size(), 0u);
    const std::string text =
        run({"explain", file, "--url", "http://a.example/trap", "--crawler",
             "Googlebot", "--at", "2026-11-21T12:00:00Z"})
            .out;
    EXPECT_THAT(text,
                HasSubstr("Enforced:     only logged: Googlebot documents that "
                          "it ignores Crawl-delay\n"));
    EXPECT_THAT(text, HasSubstr("disallow, outside Visit-time\n"));
}

// As the module does: no crawler may choose the name that suits it best.
TEST_F(CliVerbs, ExplainTakesTheStrictestOfSeveralUserAgents) {
    const std::string file = write("p.yaml", kVerbsPolicy);
    const auto explain = [&](std::vector<std::string> headers) {
        std::vector<std::string> arguments{"explain", file,
                                           "--url",   "http://a.example/",
                                           "--at",    "2026-11-21T07:00:00Z",
                                           "--json"};
        for (std::string& header : headers) {
            arguments.insert(arguments.end(), {"--user-agent", header});
        }
        return run(arguments).json().at(0);
    };
    for (const auto& headers :
         {std::vector<std::string>{"bingbot/2.0", "GPTBot/1.2"},
          {"GPTBot/1.2", "bingbot/2.0"},
          {"Mozilla/5.0 Firefox/130.0", "GPTBot/1.2"}}) {
        const auto answer = explain(headers);
        EXPECT_EQ(answer["crawler"], "GPTBot");
        EXPECT_EQ(answer["verdict"], "disallow");
    }
    EXPECT_EQ(explain({"bingbot/2.0", "Abot/1"})["crawler"], "bingbot");
    EXPECT_EQ(explain({"Firefox/130.0", "Lynx/2.9"})["crawler"], nullptr);
}

TEST_F(CliVerbs, ExplainRefusesBadValues) {
    const std::string file = write("p.yaml", kVerbsPolicy);
    const std::vector<std::string> good{
        "explain", file, "--url", "http://a.example/", "--crawler", "x"};
    for (const auto& [option, value] :
         std::vector<std::pair<std::string, std::string>>{
             {"--at", "yesterday"},
             {"--at", "2026-02-30T00:00:00Z"},
             {"--address", "host.example"},
             {"--user-agent", "both"},
             {"--robots-txt", file}}) {
        std::vector<std::string> arguments = good;
        arguments.push_back(option);
        arguments.push_back(value);
        EXPECT_EQ(run(arguments).code, 2) << option << ' ' << value;
    }
}

TEST_F(CliVerbs, IdentifyReadsArgumentsAndLines) {
    const Ran ran = run({"identify", "GPTBot/1.2", "Lynx/2.9"});
    EXPECT_EQ(ran.out, "GPTBot\tai-training\tGPTBot/1.2\n-\t-\tLynx/2.9\n");
    const auto json = run({"identify", "--json"}, "GPTBot/1.2\r\n").json();
    ASSERT_EQ(json.size(), 1u);
    EXPECT_EQ(json[0]["crawler"], "GPTBot");
}

TEST_F(CliVerbs, CrawlersListsTheCatalogue) {
    const Ran ran = run({"crawlers", "--category", "ai-training"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_THAT(ran.out, HasSubstr("GPTBot"));
    EXPECT_THAT(ran.out, Not(HasSubstr("Googlebot ")));
    EXPECT_THAT(ran.out, Not(HasSubstr("\033[")));
    const auto json = run({"crawlers", "--json"}).json();
    EXPECT_GT(json.size(), 500u);
    EXPECT_EQ(run({"crawlers", "--category", "nonsense"}).code, 2);
}

TEST_F(CliVerbs, CrawlersOfNobodyAreAMistake) {
    const Ran unknown = run({"crawlers", "--operator", "googl"});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_EQ(unknown.out, "");
    EXPECT_THAT(unknown.err, HasSubstr("did you mean `Google`?"));
    const Ran none =
        run({"crawlers", "--operator", "OpenAI", "--category", "monitor"});
    EXPECT_EQ(none.code, 2);
    EXPECT_THAT(none.err, HasSubstr("`OpenAI` has no crawler of the category "
                                    "`monitor`"));
}

TEST_F(CliVerbs, ASurveyOfNothingSaysSo) {
    std::filesystem::create_directory(path("empty"));
    const Ran empty = run({"survey", path("empty")});
    EXPECT_EQ(empty.code, 2);
    EXPECT_THAT(empty.err, HasSubstr("no file was found"));
    const Ran none = run({"survey", write("x.warc", "WARC/1.0\r\n\r\n")});
    EXPECT_EQ(none.code, 2);
    EXPECT_THAT(none.err, HasSubstr("no robots.txt was found in 1 file"));
}

TEST_F(CliVerbs, ExplainSaysWhatFetchesMissingIdentities) {
    const std::string file = write("p.yaml", kVerbsPolicy);
    const auto identity = [&](const char* crawler) {
        return run({"explain", file, "--url", "http://a.example/", "--crawler",
                    crawler})
            .out;
    };
    EXPECT_THAT(identity("GPTBot"),
                HasSubstr("`robotsctl sources update` fetches the ranges"));
    EXPECT_THAT(identity("ChatGPT-Agent"),
                HasSubstr("`robotsctl sources update` fetches the keys"));
}

TEST_F(CliVerbs, DiffOfEqualPoliciesIsSilent) {
    const std::string file = write("p.yaml", kVerbsPolicy);
    const std::string same =
        write("q.yaml", std::string("# a comment\n") + kVerbsPolicy);
    const Ran ran = run({"diff", file, same});
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    EXPECT_EQ(ran.out, "");
}

TEST_F(CliVerbs, DiffShowsWhatChangesAndForWhom) {
    const std::string before = write("old.yaml", R"(version: 1
sites:
  - host: [a.example, www.a.example]
    groups: [{user_agent: "*", disallow: /x}]
    sitemap: https://a.example/1.xml
)");
    const std::string after = write("new.yaml", R"(version: 1
sites:
  - host: a.example
    groups:
      - {user_agent: "*", disallow: /x, crawl_delay: 5s}
      - {user_agent: [GPTBot, CCBot], disallow: /, enforce: reject}
    sitemap: https://a.example/2.xml
  - {host: b.example, suspend: true}
)");
    const Ran ran = run({"diff", before, after, "--json"});
    EXPECT_EQ(ran.code, 1) << ran.err;
    const auto lines = ran.json();
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_EQ(lines[0]["hosts"][0], "a.example");
    EXPECT_EQ(lines[0]["removed"][0], "Sitemap: https://a.example/1.xml");
    const auto& crawlers = lines[0]["crawlers"];
    ASSERT_EQ(crawlers.size(), 2u);
    EXPECT_EQ(crawlers[0]["crawlers"], nlohmann::json({"*"}));
    EXPECT_EQ(crawlers[0]["added"], nlohmann::json({"Crawl-delay: 5 s"}));
    EXPECT_EQ(crawlers[1]["crawlers"], nlohmann::json({"CCBot", "GPTBot"}));
    EXPECT_EQ(crawlers[1]["removed"], nlohmann::json({"Disallow: /x"}));
    EXPECT_EQ(crawlers[1]["added"][0], "Disallow: /");
    EXPECT_EQ(lines[1]["hosts"][0], "b.example");
    EXPECT_EQ(lines[1]["old_site"], nullptr);
    EXPECT_EQ(lines[2]["hosts"][0], "www.a.example");
    EXPECT_EQ(lines[2]["new_site"], nullptr);
    const Ran text = run({"diff", before, after});
    EXPECT_THAT(text.out, HasSubstr("  CCBot, GPTBot:\n"));
    EXPECT_THAT(text.out, HasSubstr("    + Crawl-delay: 5 s\n"));
}

TEST_F(CliVerbs, DiffJudgesALogByBothPolicies) {
    const std::string before = write("old.yaml", kVerbsPolicy);
    std::string changed = kVerbsPolicy;
    changed.replace(changed.find("/private/"), 9, "/x/");
    const std::string after = write("new.yaml", changed);
    const std::string log =
        write("a.log", combined_line(7 * 3600, "/private/", "Abot/1") +
                           combined_line(7 * 3600 + 9, "/y", "Abot/1"));
    const Ran ran = run({"diff", before, after, "--log", log, "--url",
                         "http://a.example/", "--json"});
    EXPECT_EQ(ran.code, 1) << ran.err;
    const auto lines = ran.json();
    EXPECT_EQ(lines.back()["crawler"], "Abot");
    EXPECT_EQ(lines.back()["requests"], 1);
    EXPECT_EQ(lines.back()["old_verdict"], "disallow, log");
    EXPECT_EQ(lines.back()["new_verdict"], "allow");
    EXPECT_EQ(run({"diff", before, path("none.yaml")}).code, 2);
    EXPECT_EQ(run({"diff", before, after, "--log", path("none")}).code, 2);
}

TEST_F(CliVerbs, BadCommandLinesAreUnusable) {
    EXPECT_EQ(run({}).code, 2);
    EXPECT_EQ(run({"nonsense"}).code, 2);
    EXPECT_EQ(run({"check", "--var", "noequals", path("p")}).code, 2);
    EXPECT_EQ(run({"--version"}).code, 0);
}

}  // namespace robots
