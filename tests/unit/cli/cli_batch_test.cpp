// explain --batch, and what else explain reads.

#include <gmock/gmock.h>

#include <string>

#include "policy/robots_txt/robots_txt.hpp"
#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {

namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kBatchPolicy = R"(version: 1
sites:
  - host: a.example
    groups:
      - {user_agent: "*", disallow: /private/, crawl_delay: 2s}
      - {user_agent: GPTBot, disallow: /, enforce: reject}
)";

class CliBatch : public RobotsctlFixture {
  protected:
    Ran batch(const std::string& lines) const {
        return run({"explain", write("p.yaml", kBatchPolicy), "--batch", "-"},
                   lines);
    }
    // Of one line that cannot be answered.
    std::string error_of(const std::string& line) const {
        const Ran ran = batch(line + '\n');
        EXPECT_EQ(ran.code, 2) << line;
        const auto json = ran.json();
        EXPECT_EQ(json.size(), 1u) << line;
        EXPECT_EQ(json.at(0)["line"], 1) << line;
        return json.at(0).value("error", "");
    }
};

using CliExplainInput = RobotsctlFixture;

}  // namespace

TEST_F(CliBatch, AnswersEachLineInItsOrder) {
    const Ran ran = batch(
        R"({"crawler": "GPTBot", "url": "https://a.example/x"})"
        "\n"
        R"({"user_agent": "bingbot/2.0", "url": "http://a.example/private/"})"
        "\n"
        R"({"url": "http://b.example/", "crawler": "bingbot", "id": 7})");
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    const auto lines = ran.json();
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_EQ(lines[0]["line"], 1);
    EXPECT_EQ(lines[0]["crawler"], "GPTBot");
    EXPECT_EQ(lines[0]["action"], "reject");
    EXPECT_EQ(lines[0]["status"], 403);
    EXPECT_EQ(lines[1]["rule"], "Disallow: /private/");
    EXPECT_EQ(lines[1]["crawl_delay"], 2.0);
    EXPECT_EQ(lines[2]["line"], 3);
    EXPECT_EQ(lines[2]["site"], nullptr);
}

TEST_F(CliBatch, SaysWhatExplainSaysAboutOneRequest) {
    auto line = batch(R"({"crawler":"GPTBot","url":"http://a.example/\u00e9",)"
                      R"("address":"192.0.2.7"})"
                      "\n")
                    .json()
                    .at(0);
    line.erase("line");
    EXPECT_EQ(line, run({"explain", path("p.yaml"), "--crawler", "GPTBot",
                         "--url", "http://a.example/\xC3\xA9", "--address",
                         "192.0.2.7", "--json"})
                        .json()
                        .at(0));
}

TEST_F(CliBatch, ReadsHeaders) {
    const auto lines =
        batch(R"({"url": "/x", "headers": {"host": "a.example",)"
              R"( "USER-AGENT": ["bingbot/2.0", "GPTBot/1.2"], "Accept": 1}})"
              "\n"
              R"({"url": "http://a.example/", "headers": {"User-Agent":)"
              R"( "GPTBot/1.2"}, "address": null})"
              "\n")
            .json();
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0]["crawler"], "GPTBot");
    EXPECT_EQ(lines[0]["site"], "a.example");
    EXPECT_EQ(lines[1]["crawler"], "GPTBot");
}

TEST_F(CliBatch, OfMembersWithOneNameTheLastCounts) {
    const auto lines =
        batch(R"({"url":"http://a.example/x","user_agent":"GPTBot/1.0",)"
              R"("user_agent":"Mozilla/5.0 Firefox/130.0"})"
              "\n"
              R"({"url":"/x","headers":{"Host":"a.example",)"
              R"("User-Agent":"GPTBot/1.0"},)"
              R"("headers":{"Host":"b.example","User-Agent":"bingbot/2.0"}})"
              "\n"
              R"({"url":"http://a.example/x","user_agent":"GPTBot/1.0",)"
              R"("headers":{"User-Agent":"bingbot/2.0"}})"
              "\n")
            .json();
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_EQ(lines[0]["crawler"], nullptr);
    EXPECT_EQ(lines[1]["crawler"], "bingbot");
    EXPECT_EQ(lines[1]["site"], nullptr);
    // Of several headers the strictest counts, as in nginx.
    EXPECT_EQ(lines[2]["crawler"], "GPTBot");
}

TEST_F(CliBatch, MembersThatAreNullAreIgnored) {
    const auto lines =
        batch(R"({"url":"http://a.example/x","crawler":"GPTBot",)"
              R"("url":null,"crawler":null,"user_agent":null,"headers":null})"
              "\n"
              R"({"url":"/x","headers":{"Host":"a.example",)"
              R"("User-Agent":"GPTBot/1.0","Host":null,"User-Agent":null},)"
              R"("headers":null})"
              "\n")
            .json();
    ASSERT_EQ(lines.size(), 2u);
    for (const auto& line : lines) {
        EXPECT_EQ(line.value("crawler", ""), "GPTBot") << line;
        EXPECT_EQ(line.value("site", ""), "a.example") << line;
    }
}

TEST_F(CliBatch, AnErrorDoesNotEndTheRun) {
    const Ran ran =
        batch("nonsense\n\n" + std::string(R"({"crawler":"x","url":"/x"})") +
              "\n"
              R"({"crawler":"x","url":"http://a.example/"})"
              "\n");
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.err, HasSubstr("3 lines of standard input could not be "
                                   "answered"));
    const auto lines = ran.json();
    ASSERT_EQ(lines.size(), 4u);
    EXPECT_EQ(lines[0]["error"], "it is not a JSON object");
    EXPECT_EQ(lines[0]["text"], "nonsense");
    EXPECT_EQ(lines[1]["line"], 2);
    EXPECT_EQ(lines[1]["text"], "");
    EXPECT_EQ(lines[3]["allowed"], true);
}

TEST_F(CliBatch, SaysWhatIsWrongWithALine) {
    EXPECT_EQ(error_of("{}"), "missing `url`");
    EXPECT_EQ(error_of(R"({"url":"/"})"), "missing `crawler` or `user_agent`");
    EXPECT_EQ(error_of(R"({"url":"/","crawler":"a","user_agent":"b"})"),
              "`crawler` and `user_agent` cannot be used together");
    EXPECT_EQ(error_of(R"({"url":1})"), "`url`: expected a string");
    EXPECT_THAT(error_of(R"({"url":"/","headers":[]})"),
                StartsWith("`headers`: expected an object"));
    EXPECT_THAT(error_of(R"({"url":"http://a/","crawler":"a b"})"),
                HasSubstr("is not a product token"));
    EXPECT_THAT(error_of(R"({"url":"http://a/","crawler":"a","address":"x"})"),
                HasSubstr("is not an IP address"));
    EXPECT_THAT(error_of(R"({"url":"/x","crawler":"a"})"),
                StartsWith("`url`: `/x` is not an absolute URL"));
    EXPECT_THAT(error_of(R"({"url":"ftp://a/","crawler":"a"})"),
                HasSubstr("the scheme `ftp`"));
    EXPECT_EQ(error_of("{\"url\":\"\xFF\"}"), "it is not UTF-8");
    EXPECT_EQ(error_of(R"({"url":"/"} {})"), "it is not a JSON object");
    EXPECT_EQ(error_of("{\"url\":\"" + std::string(70000, 'x') + "\"}"),
              "it is longer than 64 KiB");
    // Of such a line the first 64 KiB are read, and here they end in a CR.
    EXPECT_EQ(error_of(std::string(65535, ' ') + "\r" + std::string(9, ' ')),
              "it is longer than 64 KiB");
}

TEST_F(CliBatch, IsForManyRequestsAndNotForOneMore) {
    const std::string file = write("p.yaml", kBatchPolicy);
    for (const auto& more :
         {std::vector<std::string>{"--url", "http://a.example/"},
          {"--crawler", "x"},
          {"--user-agent", "x"},
          {"--address", "192.0.2.7"}}) {
        std::vector<std::string> arguments{"explain", file, "--batch", "-"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        EXPECT_EQ(run(arguments).code, 2) << more[0];
    }
    EXPECT_EQ(run({"explain", file}).code, 2);
    EXPECT_EQ(run({"explain", file, "--url", "http://a.example/"}).code, 2);
    EXPECT_EQ(run({"explain", file, "--crawler", "x"}).code, 2);
    EXPECT_EQ(run({"explain", file, "--batch", path("none")}).code, 2);
    EXPECT_EQ(run({"explain", "--robots-txt", "-", "--batch", "-"}).code, 2);
}

TEST_F(CliExplainInput, RobotsTxtMayBeStandardInput) {
    const Ran ran =
        run({"explain", "--robots-txt", "-", "--url", "/a", "--crawler", "x"},
            "User-agent: *\nDisallow: /a\n");
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("Disallow: /a  (-:2:1)"));
    const std::string lines = write("lines", R"({"crawler":"x","url":"/a"})");
    const Ran batch = run({"explain", "--robots-txt", "-", "--batch", lines},
                          "User-agent: *\nDisallow: /a\n");
    EXPECT_EQ(batch.json().at(0)["allowed"], false);
}

TEST_F(CliExplainInput, PathsMayHoldUrlsAndUrlsAnyHost) {
    const std::string file =
        write("r.txt", "User-agent: *\nDisallow: /login\n");
    for (const char* url :
         {"/login?next=https://a.example/", "ftp://a.example/login",
          "http://ex%61mple.com/login", "https://user@a.example:8443/login",
          "login?u=http://b.example", "gopher://[::1]/login#x"}) {
        const Ran ran = run(
            {"explain", "--robots-txt", file, "--url", url, "--crawler", "x"});
        EXPECT_EQ(ran.code, 1) << url << '\n' << ran.out << ran.err;
    }
    EXPECT_EQ(run({"explain", "--robots-txt", file, "--url",
                   "https://login.example/?x=/login", "--crawler", "x"})
                  .code,
              0);
}

TEST_F(CliExplainInput, HostsMayBePercentEncoded) {
    const std::string file = write("p.yaml", kBatchPolicy);
    const auto site = [&](const std::string& url) {
        const Ran ran =
            run({"explain", file, "--url", url, "--crawler", "x", "--json"});
        return ran.code == 2 ? "refused: " + ran.err
                             : ran.json().at(0)["site"].dump();
    };
    EXPECT_EQ(site("http://%61.ex%61mple/"), "\"a.example\"");
    EXPECT_THAT(site("http://a.example%2Fx/"), HasSubstr("valid host"));
    EXPECT_THAT(site("ftp://a.example/"), HasSubstr("the scheme `ftp`"));
    EXPECT_THAT(site("/x"), HasSubstr("is not an absolute URL"));
}

TEST_F(CliExplainInput, TheFirst500KibOfARobotsTxtCount) {
    std::string text = "User-agent: *\nDisallow: /a\n";
    text.resize(kMaxRobotsTxt - 1, '#');
    text += "\nDisallow: /b\n";
    const std::string file = write("r.txt", text);
    const auto explain = [&](const std::string& url, bool from_input) {
        return run({"explain", "--robots-txt", from_input ? "-" : file, "--url",
                    url, "--crawler", "x"},
                   from_input ? text : "");
    };
    for (const bool from_input : {false, true}) {
        const Ran closed = explain("/a", from_input);
        EXPECT_EQ(closed.code, 1);
        EXPECT_THAT(closed.err,
                    HasSubstr("only the first 500 KiB count, since crawlers "
                              "read no further [body-too-large]"));
        EXPECT_EQ(explain("/b", from_input).code, 0);
    }
}

}  // namespace robots
