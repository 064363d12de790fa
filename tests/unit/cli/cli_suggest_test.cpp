// `suggest`: a policy that slows down who comes too fast.

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <map>
#include <string>
#include <vector>

#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kSuggestPolicy = R"(version: 1
enforce: reject
sites:
  - host: [a.example, www.a.example]
    sitemap: https://a.example/s.xml
    groups:
      - {user_agent: "*", disallow: /private/}
      - {user_agent: [Ownbot, Slowbot], disallow: /own/, crawl_delay: 1s}
)";

// How many requests the suggested policy would have judged.
int outcomes(const nlohmann::json& crawler) {
    return crawler["passed"].get<int>() + crawler["delayed"].get<int>() +
           crawler["refused"].get<int>();
}

class CliSuggest : public RobotsctlFixture {
  protected:
    // Fastbot and Ownbot come twice a second for two minutes, Googlebot as
    // well, and Slowbot every two seconds.
    std::string log() const {
        std::string out;
        for (int i = 0; i < 240; ++i) {
            const int second = i / 2;
            const std::string page = std::to_string(i);
            out += combined_line(
                second, i % 4 == 0 ? "/tag/" + page : "/search?q=" + page,
                "Fastbot/1.0");
            out += combined_line(second, "/own/" + page, "Ownbot/1.0");
            out += combined_line(second, "/g/" + page, "Googlebot/2.1");
            if (i % 4 == 0) {
                out += combined_line(second, "/s/" + page, "Slowbot/1.0");
            }
        }
        return write("access.log", out);
    }
    // A log of a hundred requests in fifty seconds.
    std::string hundred(const std::string& target,
                        const std::string& user_agent) const {
        std::string out;
        for (int i = 0; i < 100; ++i) {
            out += combined_line(i / 2, target, user_agent);
        }
        return write("hundred.log", out);
    }
    Ran suggest(const std::vector<std::string>& more = {}) const {
        std::vector<std::string> words{
            "suggest", write("policy.yaml", kSuggestPolicy), log()};
        words.insert(words.end(), more.begin(), more.end());
        return run(words);
    }
};

TEST_F(CliSuggest, SaysWhoCameTooFastAndForWhat) {
    const Ran ran = suggest({"--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const auto crawlers = ran.json().at(0)["crawlers"];
    ASSERT_EQ(crawlers.size(), 3u) << crawlers;
    const auto& fast = crawlers[0];
    EXPECT_EQ(fast["crawler"], "Fastbot");
    EXPECT_EQ(fast["requests"], 240);
    EXPECT_EQ(fast["busiest_minute"], 120);
    EXPECT_EQ(fast["busiest_hour"], 240);
    EXPECT_EQ(fast["asked_for"][0]["part"], "/search?q=");
    EXPECT_EQ(fast["asked_for"][0]["requests"], 180);
    EXPECT_EQ(fast["asked_for"][1]["part"], "/tag/");
    // 240 an hour are one in 15 seconds.
    EXPECT_EQ(fast["crawl_delay"], 5.0);
    EXPECT_EQ(fast["left_alone"], nullptr);
    EXPECT_EQ(crawlers[1]["crawler"], "Googlebot");
    EXPECT_EQ(crawlers[1]["crawl_delay"], nullptr);
    EXPECT_EQ(crawlers[2]["crawler"], "Ownbot");
}

TEST_F(CliSuggest, ThePolicyDoesWhatItSays) {
    const Ran ran = suggest();
    ASSERT_EQ(ran.code, 0) << ran.err;
    const std::string policy = write("suggested.yaml", ran.out);
    EXPECT_EQ(run({"check", policy}).code, 0) << ran.out;
    const auto said = suggest({"--json"}).json().at(0)["crawlers"];
    const Ran replayed = run({"replay", policy, log(), "--json"});
    int compared = 0;
    for (const auto& each : replayed.json()) {
        for (const auto& crawler : said) {
            if (each.value("crawler", nlohmann::json()) == crawler["crawler"] &&
                !crawler["crawl_delay"].is_null()) {
                ++compared;
                EXPECT_EQ(each["as_written"]["delayed"], crawler["delayed"]);
                EXPECT_EQ(each["as_written"]["refused"], crawler["refused"]);
                EXPECT_EQ(each["as_written"]["passed"], crawler["passed"]);
                EXPECT_EQ(each["crawl_delay"], crawler["crawl_delay"]);
                EXPECT_GT(each["as_written"]["refused"], 100);
            }
        }
    }
    EXPECT_EQ(compared, 2);
    EXPECT_THAT(ran.out,
                HasSubstr("# Fastbot came 120 times in its busiest minute, 240 "
                          "times in all.\n#   Mostly /search?q= (75.0%), "
                          "/tag/ (25.0%).\n"));
    EXPECT_THAT(ran.out,
                HasSubstr("One request every 5 s would have delayed "));
    EXPECT_THAT(ran.out, HasSubstr("ignores Crawl-delay, so this policy"));
}

TEST_F(CliSuggest, EverybodyKeepsTheRulesThatBindNow) {
    const std::string policy = write("suggested.yaml", suggest().out);
    const Ran diff = run({"diff", path("policy.yaml"), policy, "--json"});
    for (const auto& change : diff.json()) {
        if (change["hosts"] == nlohmann::json({"default"})) {
            continue;  // had no site, and now has this one
        }
        for (const auto& crawlers : change["crawlers"]) {
            EXPECT_THAT(crawlers.dump(), Not(HasSubstr("Disallow")));
        }
    }
    const auto rule = [&](const std::string& crawler, const std::string& path) {
        return run({"explain", policy, "--url", "https://a.example" + path,
                    "--crawler", crawler})
            .code;
    };
    EXPECT_EQ(rule("Fastbot", "/private/x"), 1);
    EXPECT_EQ(rule("Fastbot", "/own/x"), 0);
    EXPECT_EQ(rule("Ownbot", "/own/x"), 1);
    EXPECT_EQ(rule("Ownbot", "/private/x"), 0);
    EXPECT_EQ(rule("Slowbot", "/own/x"), 1);
    EXPECT_EQ(rule("Otherbot", "/private/x"), 1);
    const Ran render = run({"render", policy, "--url", "https://a.example/"});
    EXPECT_THAT(render.out, HasSubstr("Sitemap: https://a.example/s.xml\n"));
}

TEST_F(CliSuggest, IsForARobotsTxtToo) {
    const std::string robots = write(
        "robots.txt", "User-agent: *\nDisallow: /private/\nCrawl-delay: 9\n");
    const Ran ran =
        run({"suggest", "--robots-txt", robots, log(), "--too-many", "10"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    // A delay is never made shorter.
    EXPECT_THAT(ran.out, HasSubstr("user_agent: Fastbot\n      disallow: "
                                   "/private/\n      crawl_delay: 9s\n"))
        << ran.out;
    EXPECT_THAT(ran.out, HasSubstr("user_agent: Slowbot"));
    EXPECT_EQ(ran.err, "");
}

// Who came slowly is not refused because others came too fast.
TEST_F(CliSuggest, OnlyTheSuggestedDelaysAreEnforced) {
    const std::string robots =
        write("robots.txt", "User-agent: *\nCrawl-delay: 30\n");
    const Ran ran = run({"suggest", "--robots-txt", robots, log()});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const std::string policy = write("suggested.yaml", ran.out);
    std::map<std::string, int> refused;
    for (const auto& each : run({"replay", policy, log(), "--json"}).json()) {
        if (each.contains("as_written")) {
            refused[each["crawler"]] = each["as_written"]["refused"];
        }
    }
    EXPECT_EQ(refused.at("Slowbot"), 0);
    EXPECT_GT(refused.at("Fastbot"), 100);
    EXPECT_GT(refused.at("Ownbot"), 100);
}

TEST_F(CliSuggest, SaysWhichLinesMeanSomethingElseInAPolicy) {
    const std::string robots =
        write("robots.txt", "User-agent: *\nDissallow: /pub\n");
    EXPECT_THAT(run({"suggest", "--robots-txt", robots, log()}).err,
                HasSubstr("robots.txt:2: warning: `Dissallow: /pub`: only some "
                          "crawlers read it as it is written, but the policy "
                          "has it for all"));
}

TEST_F(CliSuggest, SaysIfThereIsNothingToSuggest) {
    const Ran ran = suggest({"--too-many", "500"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, HasSubstr("no crawler came more than 500 times in a "
                                   "minute"));
}

// A group that names them would delay payments.
TEST_F(CliSuggest, LeavesOutWhatMayBeAClient) {
    const std::string log =
        hundred("/hook", "MyShop/1.0 (+https://shop.example/app)");
    const Ran ran = run({"suggest", write("policy.yaml", kSuggestPolicy), log,
                         "--url", "https://a.example/"});
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_EQ(ran.out, "");
}

// Its POSTs are only logged until a group names it.
TEST_F(CliSuggest, LeavesANameAloneThatSendsData) {
    std::string lines;
    for (int i = 0; i < 100; ++i) {
        lines += combined_line(i / 2, "/a", "Fastbot/1.0");
        lines += combined_line(i / 2, "/a", "SyncBot/1.0");
        std::string order = combined_line(i / 2, "/orders", "SyncBot/1.0");
        lines += order.replace(order.find("GET"), 3, "POST");
    }
    const std::string policy = write("policy.yaml", kSuggestPolicy);
    const std::string log = write("orders.log", lines);
    const auto said = run({"suggest", policy, log, "--json"}).json().at(0);
    ASSERT_EQ(said["crawlers"].size(), 2u) << said;
    for (const auto& crawler : said["crawlers"]) {
        EXPECT_EQ(crawler["requests"], 100);
        EXPECT_EQ(outcomes(crawler), 100) << crawler;
    }
    EXPECT_EQ(said["crawlers"][1]["crawl_delay"], nullptr);
    EXPECT_THAT(said["crawlers"][1]["left_alone"].get<std::string>(),
                HasSubstr("would also delay 100 requests that may be of "
                          "webhooks or API clients"));
    EXPECT_THAT(said["policy"].get<std::string>(), Not(HasSubstr("SyncBot")));
    EXPECT_THAT(run({"suggest", policy, log}).out,
                HasSubstr("contact address), so this policy leaves it alone."));
}

// `*` does not bind it, and a group of its own would.
TEST_F(CliSuggest, LeavesOutAClientThatOnlyABudgetChooses) {
    const std::string policy = write("policy.yaml", R"(version: 1
budgets: {ha: {category: client, request_rate: 300/1m}}
default: {groups: [{user_agent: "*", disallow: /api/}]}
)");
    const Ran ran =
        run({"suggest", policy, hundred("/api/feed", "HomeAssistant/2024.1")});
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_EQ(ran.out, "");
}

// The suggested policy would not recognise it.
TEST_F(CliSuggest, LeavesACrawlerAloneThatThePolicyMatches) {
    const std::string policy = write("policy.yaml", R"(version: 1
crawlers: [{token: OurIndexer, category: search, match: OurIdx/}]
default: {groups: [{user_agent: "*", disallow: /p/}]}
)");
    const Ran ran = run({"suggest", policy, hundred("/a", "OurIdx/1.0")});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("#   Its `match` under `crawlers` is not "
                                   "repeated here, so this policy leaves it "
                                   "alone.\n"));
    EXPECT_THAT(ran.out, Not(HasSubstr("user_agent: OurIndexer")));
}

TEST_F(CliSuggest, SpellingsOfANameAreOneCrawler) {
    std::string lines;
    for (int i = 0; i < 100; ++i) {
        lines +=
            combined_line(i / 2, "/a", i % 2 == 0 ? "Foobot/1" : "foobot/1");
    }
    const std::string policy = write("policy.yaml", kSuggestPolicy);
    const Ran ran =
        run({"suggest", policy, write("spelled.log", lines), "--json"});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const auto crawlers = ran.json().at(0)["crawlers"];
    ASSERT_EQ(crawlers.size(), 1u) << crawlers;
    EXPECT_EQ(crawlers[0]["crawler"], "Foobot");
    EXPECT_EQ(crawlers[0]["requests"], 100);
    EXPECT_EQ(outcomes(crawlers[0]), 100);
}

// One of the sites of a policy; the log has requests to several.
class SuggestOfSeveral : public RobotsctlFixture {
  protected:
    Ran suggest(const std::string& url) const {
        std::string lines;
        for (int i = 0; i < 200; ++i) {
            for (const char* host :
                 {"a.example.com:8443 ", "b.example.com:8443 ",
                  "own.example.com:8443 ", "else.example:80 "}) {
                lines += host + combined_line(i / 4, "/a", "Foobot/1.0");
            }
        }
        return run({"suggest", write("policy.yaml", kSites),
                    write("access.log", lines), "--url", url, "--json"});
    }

    static constexpr const char* kSites = R"(version: 1
default: {groups: [{user_agent: "*", disallow: /d/}]}
sites:
  - host: ["*.example.com", shop.example]
    port: [8443, 443]
    scheme: [http, https]
    groups: [{user_agent: "*", disallow: /s/}]
  - {host: own.example.com, groups: [{user_agent: "*", disallow: /o/}]}
)";
};

TEST_F(SuggestOfSeveral, ThePolicyClaimsWhatTheSiteClaims) {
    const Ran ran = suggest("https://a.example.com:8443/");
    ASSERT_EQ(ran.code, 0) << ran.err;
    const auto out = ran.json().at(0);
    EXPECT_THAT(out["policy"].get<std::string>(),
                HasSubstr("sites:\n  - host: [shop.example, "
                          "\"*.example.com\"]\n    port: [8443, 443]\n"
                          "    scheme: [http, https]\n    groups:\n"));
    EXPECT_EQ(out["crawlers"][0]["requests"], 400);
    EXPECT_EQ(outcomes(out["crawlers"][0]), 400);
}

TEST_F(SuggestOfSeveral, ThePolicyForTheDefaultIsADefault) {
    const Ran ran = suggest("http://else.example/");
    ASSERT_EQ(ran.code, 0) << ran.err;
    const auto out = ran.json().at(0);
    EXPECT_THAT(out["policy"].get<std::string>(),
                HasSubstr("default:\n  groups:\n"));
    EXPECT_EQ(out["crawlers"][0]["requests"], 200);
    EXPECT_EQ(outcomes(out["crawlers"][0]), 200);
}

// A pipe has no lines the second time.
TEST_F(CliSuggest, APipeIsRefused) {
    const std::string policy = write("policy.yaml", kSuggestPolicy);
    const std::string pipe = path("pipe");
    ASSERT_EQ(mkfifo(pipe.c_str(), S_IRUSR | S_IWUSR), 0);
    const Ran ran = run({"suggest", policy, log(), pipe});
    EXPECT_EQ(ran.code, 2);
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err,
                HasSubstr("cannot read them from `" + pipe +
                          "`, which is a pipe or a device; name files"));
}

TEST_F(CliSuggest, NeedsFilesAndOneSite) {
    const std::string several = write("several.yaml", R"(version: 1
sites:
  - {host: a.example, groups: [{user_agent: "*", disallow: /a}]}
  - {host: b.example, groups: [{user_agent: "*", disallow: /b}]}
)");
    EXPECT_THAT(run({"suggest", several, log()}).err,
                HasSubstr("name one with --url"));
    const Ran one =
        run({"suggest", several, log(), "--url", "https://b.example/"});
    EXPECT_EQ(one.code, 0) << one.err;
    EXPECT_THAT(one.out, HasSubstr("host: b.example\n"));
    EXPECT_THAT(one.out, HasSubstr("disallow: /b\n"));
    EXPECT_THAT(run({"suggest", several, "-"}).err,
                HasSubstr("reads the logs twice"));
    EXPECT_EQ(run({"replay", several, log(), "--too-many", "5"}).code, 2);
    const std::string passing = write("passing.yaml", R"(version: 1
default: {robots_txt: pass, groups: [{user_agent: "*", disallow: /}]}
)");
    EXPECT_THAT(run({"suggest", passing, log()}).err,
                HasSubstr("name it with --robots-txt"));
}

}  // namespace
}  // namespace robots
