#include <gmock/gmock.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {

namespace {

using ::testing::HasSubstr;

constexpr const char* kReplayPolicy = R"(version: 1
enforce: {disallow: reject, burst: 0, tolerance: 10%}
default:
  groups:
    - user_agent: "*"
      disallow: /private/
      crawl_delay: 10s
)";

const std::string kBot = "Examplebot/1.0";
const std::string kBrowser =
    "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";

class CliReplay : public RobotsctlFixture {
  protected:
    // The JSON Lines of a replay of `log` against kReplayPolicy: crawlers, and
    // at the end the summary.
    std::vector<nlohmann::json> replay(const std::string& log) const {
        const Ran ran = run({"replay", write("policy.yaml", kReplayPolicy),
                             write("access.log", log), "--json"});
        EXPECT_EQ(ran.code, 0) << ran.err;
        return ran.json();
    }
};

std::string json_line(int second, const std::string& target,
                      const std::string& more = "") {
    return R"({"time":"2026-10-10T00:00:)" + std::to_string(second) +
           R"(+00:00","address":"192.0.2.1","request":"GET )" + target +
           R"( HTTP/1.1","user_agent":"Examplebot\/1.0")" + more + "}\n";
}

}  // namespace

std::string with_status(std::string line, const std::string& status) {
    return line.replace(line.find("\" 200 "), 6, "\" " + status + ' ');
}

TEST_F(CliReplay, ARedirectIsNotCharged) {
    std::string combined;
    std::string json;
    for (const char* status : {"301", "302", "303", "307", "308", "404"}) {
        combined += with_status(combined_line(1, "/go", kBot), status);
        json += json_line(10, "/go", R"(,"status":)" + std::string(status));
    }
    combined += combined_line(5, "/a", kBot);
    json += json_line(15, "/a");
    for (const std::string& log : {combined, json}) {
        const auto lines = replay(log);
        EXPECT_EQ(lines[0]["judged"], 7);
        EXPECT_EQ(lines[0]["as_written"]["logged"], 1) << lines[0];
    }
}

TEST_F(CliReplay, AHeadAndItsGetAreOneRequest) {
    const std::string head = R"({"time":"2026-10-10T00:00:10+00:00",)"
                             R"("address":"192.0.2.1","request":"HEAD /a )"
                             R"(HTTP/1.1","user_agent":"Examplebot\/1.0"})"
                             "\n";
    const auto lines = replay(head + json_line(11, "/a") + json_line(12, "/a"));
    EXPECT_EQ(lines[0]["judged"], 3);
    EXPECT_EQ(lines[0]["as_written"]["logged"], 1) << lines[0];
}

std::string post(int second, const std::string& agent,
                 const std::string& target) {
    const std::string line = combined_line(second, target, agent);
    return std::string(line).replace(line.find("GET"), 3, "POST");
}

TEST_F(CliReplay, ListsWhatSendsDataAndBreaksThePolicy) {
    const auto lines = replay(post(1, "GPTBot/1.2", "/private/hook") +
                              post(30, "GPTBot/1.2", "/open"));
    EXPECT_EQ(lines[0]["unsafe"]["refused"], 1) << lines[0];
    EXPECT_EQ(lines[0]["unsafe"]["passed"], 0) << lines[0];
    EXPECT_EQ(replay(post(1, kBot, "/private/hook"))[0]["unsafe"]["logged"], 1);
}

TEST_F(CliReplay, HoldsAnAppToRobotsTxtOnceItsNetworkHasFetchedIt) {
    const std::string app = "MyShop/1.0 (+https://shop.example/app)";
    const auto lines = replay(combined_line(0, "/private/x", app) +
                              combined_line(20, "/robots.txt", app) +
                              combined_line(40, "/private/x", app));
    EXPECT_EQ(lines[0]["as_written"]["logged"], 1) << lines[0];
    EXPECT_EQ(lines[0]["as_written"]["refused"], 1) << lines[0];
}

TEST_F(CliReplay, CountsByCrawlerAndKind) {
    const auto lines =
        replay(combined_line(0, "/robots.txt", kBot) +
               combined_line(1, "/private/x", kBot) +
               combined_line(11, "/a", kBot) + combined_line(12, "/b", kBot) +
               combined_line(12, "/private/", kBrowser));
    ASSERT_EQ(lines.size(), 2u);
    const auto& bot = lines[0];
    EXPECT_EQ(bot["crawler"], "Examplebot");
    EXPECT_EQ(bot["requests"], 4);
    EXPECT_EQ(bot["robots_txt"], 1);
    EXPECT_EQ(bot["judged"], 3);
    EXPECT_DOUBLE_EQ(bot["share"], 0.8);
    EXPECT_EQ(bot["broken"]["disallow"], 1);
    EXPECT_EQ(bot["broken"]["crawl_delay"], 1);
    EXPECT_EQ(bot["crawl_delay"], 10.0);
    EXPECT_EQ(bot["rules"][0]["rule"], "Disallow: /private/");
    EXPECT_EQ(bot["rules"][0]["requests"], 1);
    EXPECT_EQ(bot["rules"][0]["example"], "/private/x");
    EXPECT_THAT(std::string(bot["rules"][0]["place"]),
                HasSubstr("policy.yaml:6:"));
    EXPECT_EQ(lines[1]["of_nobody"], 1);
    EXPECT_EQ(lines[1]["requests"], 5);
    EXPECT_EQ(lines[1]["from"], "2026-10-10T00:00:00Z");
}

TEST_F(CliReplay, CountsWhatEachActionWouldHaveDone) {
    const auto lines = replay(
        combined_line(0, "/private/x", kBot) + combined_line(20, "/a", kBot) +
        combined_line(26, "/b", kBot) + combined_line(27, "/c", kBot));
    const auto& bot = lines[0];
    EXPECT_EQ(bot["as_written"]["refused"], 1);
    EXPECT_EQ(bot["as_written"]["logged"], 2);
    EXPECT_EQ(bot["log"]["passed"], 4);
    EXPECT_EQ(bot["log"]["logged"], 3);
    EXPECT_EQ(bot["reject"]["refused"], 3);
    // Early by 4 s of which tolerance forgives 1; then by 13 s, too long.
    EXPECT_EQ(bot["throttle"]["delayed"], 1);
    EXPECT_DOUBLE_EQ(bot["throttle"]["delayed_seconds"], 3.0);
    EXPECT_EQ(bot["throttle"]["refused"], 1);
    EXPECT_EQ(bot["throttle"]["passed"], 2);
}

TEST_F(CliReplay, MeasuresTheMedianInterval) {
    const auto median = [this](const std::vector<int>& seconds) {
        std::string log;
        for (const int second : seconds) {
            log += combined_line(second, "/", kBot);
        }
        return replay(log)[0]["median_interval"];
    };
    EXPECT_EQ(median({0}), nullptr);
    EXPECT_EQ(median({0, 0, 0, 5}), 0.0);
    for (const int gap : {1, 2, 5, 33, 600, 7000}) {
        EXPECT_NEAR(median({0, gap, 2 * gap, 4 * gap + 60}).get<double>(), gap,
                    0.04 * gap);
    }
}

TEST_F(CliReplay, WindowsFollowTheLogsClock) {
    const std::string policy = write("w.yaml", R"(version: 1
default:
  groups:
    - {user_agent: "*", disallow: [], visit_time: 0600-0845}
)");
    const std::string log =
        write("a.log", combined_line(5 * 3600, "/", kBot) +
                           combined_line(7 * 3600, "/", kBot));
    const Ran ran = run({"replay", policy, log, "--json"});
    EXPECT_EQ(ran.json()[0]["broken"]["visit_time"], 1) << ran.err;
}

TEST_F(CliReplay, ReadsJsonOfTheLogOnlyExample) {
    const auto lines =
        replay(json_line(10, "/private/\\u0041\\\"", R"(,"x":[1,{"y":"]"}])") +
               json_line(30, "/a"));
    EXPECT_EQ(lines[0]["requests"], 2);
    EXPECT_EQ(lines[0]["broken"]["disallow"], 1);
    EXPECT_EQ(lines[0]["rules"][0]["example"], "/private/A\"");
    EXPECT_EQ(lines[1]["unreadable"], 0);
}

TEST_F(CliReplay, ReadsJsonLinesInAnyEncoding) {
    // The middle one has an escape besides, the last is UTF-8.
    const auto lines = replay(json_line(10, "/private/caf\xE9") +
                              json_line(30, "/private/\xFF\\\"\xC3\xA9") +
                              json_line(50, "/private/\xC3\xA9"));
    EXPECT_EQ(lines[0]["requests"], 3);
    EXPECT_EQ(lines[0]["broken"]["disallow"], 3);
    EXPECT_EQ(lines[1]["unreadable"], 0);
    // The octets are those of the log: a rule matches them, percent-encoded.
    const std::string policy = write("octets.yaml", R"(version: 1
default:
  groups: [{user_agent: "*", disallow: "/caf%E9"}]
)");
    const std::string log =
        write("octets.log", json_line(10, "/caf\xE9", R"(,"x":"\u0001")"));
    const Ran ran = run({"replay", policy, log, "--json"});
    EXPECT_EQ(ran.json()[0]["broken"]["disallow"], 1) << ran.err;
}

TEST_F(CliReplay, TheLastOfJsonMembersWithOneNameCounts) {
    const auto lines = replay(
        json_line(10, "/a", R"(,"request":"GET /private/ HTTP/1.1")") +
        json_line(30, "/private/", R"( , "\u0072equest" : "GET /a HTTP/1.1")"));
    EXPECT_EQ(lines[0]["requests"], 2);
    EXPECT_EQ(lines[0]["broken"]["disallow"], 1);
}

TEST_F(CliReplay, ReadsNumbersAndIgnoresOtherTypes) {
    const auto lines = replay(
        R"({"msec":1791590400.250 ,"request_uri":"/private/","host":null,)"
        R"("request_method":"GET","server_port":443,"site":["x"],)"
        R"("http_user_agent":"Examplebot/1.0","scheme":{"time":1}})"
        "\n");
    EXPECT_EQ(lines[0]["broken"]["disallow"], 1);
    EXPECT_EQ(lines[1]["from"], "2026-10-10T00:00:00Z");
}

TEST_F(CliReplay, CountsMalformedJsonLines) {
    const std::string good = json_line(10, "/a");
    const std::string cut = good.substr(0, good.size() - 2);
    std::string text = good + "{}\n{\n{\"time\"\n" + cut + '\n' + cut + ",}\n";
    int bad = 5;
    for (const char* more :
         {R"(,"x":)", R"(,"x" 1)", R"(,"x":?)", R"(,"x":[1,{"y":2])",
          R"(,"x":"\)", R"(,"host":"\q")", R"(,"\u12":1)", R"(}{"x":1)",
          R"(} x)"}) {
        text += cut + more + "}\n";
        ++bad;
    }
    // Escaped as nginx does without escape=json, and a line left raw.
    text += json_line(12, "/\\x22") + json_line(13, std::string("/\x01"));
    bad += 2;
    const auto lines = replay(text + json_line(20, "/b"));
    EXPECT_EQ(lines[0]["requests"], 2);
    EXPECT_EQ(lines[1]["unreadable"], bad);
    EXPECT_EQ(lines[1]["lines_read"], bad + 2);
    EXPECT_EQ(lines[1]["unreadable_lines"].size(), 5u);
}

TEST_F(CliReplay, JsonLinesNameTheirSite) {
    const std::string policy = write("s.yaml", R"(version: 1
sites:
  - host: a.example
    groups: [{user_agent: "*", disallow: /}]
  - host: b.example
    groups: [{user_agent: "*", disallow: []}]
)");
    const std::string log =
        write("j.log", json_line(10, "/", R"(,"host":"A.example:80")") +
                           json_line(11, "/", R"(,"host":"b.example")") +
                           json_line(12, "/", R"(,"site":"a.example")") +
                           json_line(13, "/", R"(,"host":"c.example")"));
    const auto lines = run({"replay", policy, log, "--json"}).json();
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0]["broken"]["disallow"], 2);
    EXPECT_EQ(lines[1]["no_site"], 1);

    const std::string plain = write("p.log", combined_line(0, "/", kBot));
    const Ran nowhere = run({"replay", policy, plain});
    EXPECT_EQ(nowhere.code, 2);
    EXPECT_THAT(nowhere.err, HasSubstr("--url"));
    const Ran there =
        run({"replay", policy, plain, "--json", "--url", "http://a.example/"});
    EXPECT_EQ(there.json()[0]["broken"]["disallow"], 1);
}

TEST_F(CliReplay, CountsAndShowsLinesThatCannotBeRead) {
    const std::string log =
        write("bad.log", "what is this\n\n" + combined_line(0, "/", kBot) +
                             "{\"time\":\n" + std::string(100000, 'x') + '\n' +
                             "1.2.3.4 - - [10/Oct/2026:00:00:01 +0000] "
                             "\"\\x16\\x03\" 400 0 \"-\" \"-\"\n");
    const std::string policy = write("policy.yaml", kReplayPolicy);
    const auto lines = run({"replay", policy, log, "--json"}).json();
    const auto& summary = lines.back();
    EXPECT_EQ(summary["lines_read"], 5);
    EXPECT_EQ(summary["requests"], 1);
    EXPECT_EQ(summary["unreadable"], 3);
    EXPECT_EQ(summary["no_requests"], 1);
    const Ran text = run({"replay", policy, log});
    EXPECT_EQ(text.code, 0);
    EXPECT_THAT(text.out, HasSubstr("3 unreadable lines."));
    EXPECT_THAT(text.err,
                HasSubstr("unreadable line " + log + ":1: what is this"));
    const Ran nothing = run({"replay", policy, write("no.log", "x\ny\n")});
    EXPECT_EQ(nothing.code, 2);
}

TEST_F(CliReplay, ReadsGzipAndStandardInput) {
    const std::string text = combined_line(0, "/private/", kBot) +
                             combined_line(60, "/private/", kBot);
    const std::string policy = write("policy.yaml", kReplayPolicy);
    for (const int members : {1, 2}) {
        const std::string file = write_gzip("log.gz", text, members);
        const Ran ran = run({"replay", policy, file, "--json"});
        EXPECT_EQ(ran.json()[0]["requests"], 2) << members;
    }
    const Ran piped = run({"replay", policy, "-", "--json"}, text);
    EXPECT_EQ(piped.json()[0]["requests"], 2);
}

TEST_F(CliReplay, ReportsTruncatedCompressedData) {
    std::string text;
    for (int i = 0; i < 3000; ++i) {
        text += combined_line(i, "/" + std::to_string(i * 7919), kBot);
    }
    const std::string whole = write_gzip("log.gz", text);
    std::ifstream stream(whole, std::ios::binary);
    const std::string octets(std::istreambuf_iterator<char>(stream), {});
    const std::string cut =
        write("cut.gz", octets.substr(0, octets.size() / 2));
    const Ran ran = run({"replay", write("policy.yaml", kReplayPolicy), cut});
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.err, HasSubstr("truncated"));
    EXPECT_THAT(ran.out, HasSubstr("Examplebot"));
}

TEST_F(CliReplay, OrdersSeveralLogsByTime) {
    const std::string newer =
        write("access.log",
              combined_line(100, "/a", kBot) + combined_line(120, "/a", kBot));
    const std::string older =
        write("access.log.1", combined_line(0, "/a", kBot) +
                                  combined_line(50, "/a", kBot) +
                                  combined_line(110, "/a", kBot));
    const auto lines = run({"replay", write("policy.yaml", kReplayPolicy),
                            newer, older, "--json"})
                           .json();
    EXPECT_EQ(lines[0]["requests"], 5);
    EXPECT_EQ(lines[0]["broken"]["crawl_delay"], 0);
    EXPECT_EQ(lines[1]["out_of_order"], 0);
}

TEST_F(CliReplay, ReadsARobotsTxtInsteadOfAPolicy) {
    const std::string file =
        write("robots.txt", "User-agent: *\nDisallow: /private/\n");
    const std::string log = write("a.log", combined_line(0, "/private/", kBot));
    const Ran ran = run({"replay", "--robots-txt", file, log, "--json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.json()[0]["broken"]["disallow"], 1);
}

// Written once for each of the crawlers, the rules would be larger than Groups
// takes.
TEST_F(CliReplay, CountsIfManyCrawlersShareManyRules) {
    std::string text;
    for (int i = 0; i < 100; ++i) {
        text += "User-agent: c" + std::to_string(i) + "bot\n";
    }
    for (int i = 0; i < 400; ++i) {
        text +=
            "Disallow: /" + std::to_string(i) + std::string(1000, 'x') + '\n';
    }
    const std::string file =
        write("robots.txt", text + "Disallow: /private/\n");
    const std::string log =
        write("a.log", combined_line(0, "/private/x", "c5bot/1.0"));
    const Ran ran = run({"replay", "--robots-txt", file, log, "--json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.json()[0]["broken"]["disallow"], 1);
    EXPECT_EQ(ran.json()[0]["reject"]["refused"], 1);
}

TEST_F(CliReplay, InventedCrawlersAreCountedTogether) {
    std::string text;
    for (int i = 0; i < 10500; ++i) {
        text += combined_line(0, "/", "x" + std::to_string(i) + "bot/1.0");
    }
    const auto lines = replay(text);
    ASSERT_EQ(lines.size(), 10002u);
    EXPECT_EQ(lines[0]["crawler"], "(others)");
    EXPECT_EQ(lines[0]["requests"], 500);
    EXPECT_EQ(lines.back()["beyond_bounds"]["crawlers"], 500);
}

TEST_F(CliReplay, RefusesWhatItCannotUse) {
    const std::string policy = write("policy.yaml", kReplayPolicy);
    EXPECT_EQ(run({"replay", policy}).code, 2);
    const Ran missing = run({"replay", policy, path("none.log")});
    EXPECT_EQ(missing.code, 2);
    EXPECT_THAT(missing.err, HasSubstr("none.log`: No such file"));
    EXPECT_EQ(run({"replay", policy, path(".")}).code, 2);
    EXPECT_EQ(run({"replay", policy, "-", "--url", "x"}).code, 2);
    EXPECT_EQ(run({"replay", path("none.yaml"), "-"}).code, 2);
    EXPECT_EQ(run({"replay", policy, "-", "--nonsense"}).code, 2);
}

}  // namespace robots
