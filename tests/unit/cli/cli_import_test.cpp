#include <gmock/gmock.h>

#include <string>
#include <utility>

#include "tests/unit/cli/robotsctl_fixture.hpp"
#include "tests/unit/policy/robots_txt/real_shapes.hpp"

namespace robots {

namespace {

using ::testing::HasSubstr;
using ::testing::Not;

using CliImport = RobotsctlFixture;

}  // namespace

TEST_F(CliImport, PrintsAPolicyThatLoads) {
    const std::string text = "User-agent: *\nDisallow: /a\n";
    const Ran ran =
        run({"import", write("robots.txt", text), "--host", "A.example"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(robots_txt(ran.out, "http://a.example/"), text);
    EXPECT_EQ(run({"import", path("none.txt")}).code, 2);
    EXPECT_EQ(run({"import", path(".")}).code, 2);
    EXPECT_EQ(run({"import", "-", "--host", "no host"}).code, 2);
    EXPECT_EQ(run({"import"}).code, 2);
    EXPECT_EQ(run({"import", "-", "--nginx-map", "-"}).code, 2);
}

TEST_F(CliImport, ListsLinesThatAreLostAndExitsWith1) {
    const std::string text = "User-agent: *\nDisallow: /a # why\nNoindex: /b\n";
    const std::string file = write("robots.txt", text);
    const Ran ran = run({"import", file});
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.err, HasSubstr(file + ":3: warning: `Noindex: /b`: "));
    EXPECT_THAT(ran.err, HasSubstr(" [noindex]\n"));
    EXPECT_THAT(ran.err,
                HasSubstr(file + ": 1 line does not mean the same in the "
                                 "policy, for the reasons above\n"));
    EXPECT_EQ(robots_txt(ran.out), "User-agent: *\nDisallow: /a\n");
    const auto json = run({"import", "-", "--json"}, text).json().at(0);
    EXPECT_THAT(std::string(json["policy"]), HasSubstr("default:"));
    ASSERT_EQ(json["lines"].size(), 2u);
    EXPECT_EQ(json["lines"][0]["kind"], "comment");
    EXPECT_EQ(json["lines"][0]["lost"], false);
    EXPECT_EQ(json["lines"][1]["line"], 3);
    EXPECT_EQ(json["lines"][1]["kind"], "noindex");
    EXPECT_EQ(json["lines"][1]["lost"], true);
    EXPECT_EQ(json["counts"]["noindex"], 1);
}

TEST_F(CliImport, CountsWhatIsMoreThanTwentyOfAKind) {
    std::string text = "User-agent: *\n";
    for (int i = 0; i < 1030; ++i) {
        text += "Noindex: /\n";
    }
    const Ran ran = run({"import", "-"}, text);
    EXPECT_THAT(ran.err, HasSubstr("standard input:21: "));
    EXPECT_THAT(ran.err, Not(HasSubstr("standard input:22: ")));
    EXPECT_THAT(ran.err, HasSubstr("robotsctl: 1,010 more lines like these "
                                   "[noindex]; the last is line 1031\n"));
}

TEST_F(CliImport, RefusesWhatIsNoRobotsTxtByName) {
    for (const CorpusFile& file : not_robots_txt_shapes()) {
        const Ran ran = run({"import", "-"}, file.text);
        EXPECT_EQ(ran.code, 2) << file.name;
        EXPECT_EQ(ran.out, "") << file.name;
        EXPECT_THAT(ran.err, HasSubstr("cannot import standard input: it "))
            << file.name;
    }
    const std::pair<std::string, const char*> others[] = {
        {std::string("\x7F"
                     "ELF\2\1\0\0",
                     8),
         "it is binary data, and a robots.txt is text"},
        {"version: 1\ndefault:\n  groups:\n    - disallow: /a\n",
         "it is YAML, perhaps a policy already"},
        {"Not found", "it has no line of a robots.txt"}};
    for (const auto& [text, why] : others) {
        const Ran ran = run({"import", "-"}, text);
        EXPECT_EQ(ran.code, 2) << why;
        EXPECT_EQ(ran.out, "") << why;
        EXPECT_THAT(ran.err, HasSubstr(why));
    }
}

TEST_F(CliImport, TakesWhatHasOnlyLinesOfOtherStandards) {
    const std::string text = "# ours\n\nACAP-crawler: *\nFoo: bar\n";
    const Ran ran = run({"import", "-"}, text);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(robots_txt(ran.out), text);
}

TEST_F(CliImport, SplitKeepsGroupsApart) {
    const std::string text =
        "User-agent: a\nCrawl-delay: 5\nUser-agent: b\nDisallow: /\n";
    EXPECT_THAT(robots_txt(run({"import", "-"}, text).out),
                HasSubstr("User-agent: a\nDisallow: /\n"));
    EXPECT_THAT(robots_txt(run({"import", "-", "--split"}, text).out),
                HasSubstr("User-agent: a\nDisallow:\n"));
}

TEST_F(CliImport, TurnsABlocklistOfNginxIntoGroups) {
    const Ran ran = run({"import", "--nginx-map", "-"},
                        "map $http_user_agent $bad {\n  default 0;\n"
                        "  ~*(AhrefsBot|MJ12bot) 1;\n  \"\" 1;\n}\n");
    EXPECT_EQ(ran.code, 1);
    EXPECT_THAT(ran.err, HasSubstr("standard input:4: warning: `\"\"` stays in "
                                   "nginx.conf: "));
    EXPECT_EQ(robots_txt(ran.out),
              "User-agent: AhrefsBot\nUser-agent: MJ12bot\nDisallow: /\n\n"
              "User-agent: *\nDisallow:\n");
    EXPECT_EQ(run({"import", "--nginx-map", "-"}, "server { }").code, 2);
}

}  // namespace robots
