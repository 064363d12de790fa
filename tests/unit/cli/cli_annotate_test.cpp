#include <gmock/gmock.h>

#include <map>
#include <string>

#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class CliAnnotate : public RobotsctlFixture {
  protected:
    // The lines of a site of `policy`, as JSON.
    nlohmann::json lines_of(const std::string& policy,
                            const std::string& url = "https://a.example/",
                            const std::vector<std::string>& more = {}) {
        const std::string file = write("p.yaml", policy);
        std::vector<std::string> arguments{"render", file,    "--annotate",
                                           "--json", "--url", url};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Ran ran = run(arguments);
        EXPECT_EQ(ran.code, 0) << ran.err;
        return ran.json().at(0).at("lines");
    }

    // The places of the lines, without the folder of the file.
    static std::map<std::string, std::string> places(
        const nlohmann::json& lines, const char* member = "place") {
        std::map<std::string, std::string> out;
        for (const auto& line : lines) {
            if (line[member].is_string()) {
                const std::string place = line[member];
                out[line["line"]] = place.substr(place.rfind('/') + 1);
            }
        }
        return out;
    }
};

using Places = std::map<std::string, std::string>;

constexpr const char* kShop = R"(version: 1.1
variables: {env: staging, lang: en, closed: /tmp/}
templates:
  base:
    comment: |
      Write to us:
      bots@a.example
    sitemap: ${origin}/base.xml
    groups:
      - user_agent: "*"
        disallow:
          - {directory: /admin}
          - ${closed}
          - /%7Euser/
        crawl_delay: 5s
      - {operator: OpenAI, disallow: /, license: "https://a.example/l"}
  production:
    template: base
    groups:
      - user_agent: [Googlebot, Bingbot]
        inherit: "*"
        allow: /help/
        content_signal: {ai-train: no}
  staging: {groups: [{user_agent: "*", disallow: /}]}
sites:
  - host: a.example
    template: ${env}
    sitemap: ["${origin}/a.xml", "${origin}/b-${lang}.xml"]
    lines: {Host: "${host}"}
    groups:
      - user_agent: "*"
        disallow: /cart/
        crawl_delay: 9s
        request_rate: 10/1m
      - {user_agent: Bingbot, disallow: /x, replace: true}
)";

TEST_F(CliAnnotate, EachLineHasItsPlace) {
    const auto lines =
        lines_of(kShop, "https://a.example/", {"--var", "env=production"});
    Places expected{
        {"# Write to us:", "p.yaml:5:14"},
        {"# bots@a.example", "p.yaml:5:14"},
        {"User-agent: Googlebot", "p.yaml:20:22"},
        {"Allow: /help/", "p.yaml:22:16"},
        {"Content-Signal: ai-train=no", "p.yaml:23:25"},
        {"User-agent: Bingbot", "p.yaml:35:22"},
        {"Disallow: /x", "p.yaml:35:41"},
        {"User-agent: GPTBot", "p.yaml:16:20"},
        {"Disallow: /", "p.yaml:16:38"},
        {"License: https://a.example/l", "p.yaml:16:50"},
        {"User-agent: *", "p.yaml:31:21"},
        {"Disallow: /admin/", "p.yaml:12:13"},
        {"Disallow: /tmp/", "p.yaml:13:13"},
        {"Disallow: /~user/", "p.yaml:14:13"},
        {"Disallow: /cart/", "p.yaml:32:19"},
        {"Crawl-delay: 9", "p.yaml:33:22"},
        {"Request-rate: 10/60", "p.yaml:34:23"},
        {"Sitemap: https://a.example/a.xml", "p.yaml:28:15"},
        {"Sitemap: https://a.example/b-en.xml", "p.yaml:28:34"},
        {"Host: a.example", "p.yaml:29:19"},
    };
    Places found = places(lines);
    for (const auto& [line, place] : expected) {
        EXPECT_EQ(found[line], place) << line;
    }
    for (const auto& line : lines) {
        EXPECT_EQ(line["place"].is_null(), line["line"] == "") << line;
    }
}

TEST_F(CliAnnotate, ATemplateAVariableAndWhatIsReplacedAreNamed) {
    const auto lines =
        lines_of(kShop, "https://a.example/", {"--var", "env=production"});
    EXPECT_EQ(places(lines, "replaces"),
              (Places{{"Crawl-delay: 9", "p.yaml:15:22"},
                      {"Sitemap: https://a.example/a.xml", "p.yaml:8:14"},
                      {"Sitemap: https://a.example/b-en.xml", "p.yaml:8:14"},
                      {"User-agent: Bingbot", "p.yaml:20:33"}}));
    std::map<std::string, nlohmann::json> by_line;
    for (const auto& line : lines) {
        by_line[line["line"]] = line;
    }
    EXPECT_EQ(by_line["Allow: /help/"]["template"], "production");
    EXPECT_EQ(by_line["Disallow: /tmp/"]["template"], "base");
    EXPECT_TRUE(by_line["Disallow: /cart/"]["template"].is_null());
    EXPECT_THAT(by_line["Disallow: /tmp/"]["variables"], ElementsAre("closed"));
    EXPECT_THAT(by_line["Sitemap: https://a.example/b-en.xml"]["variables"],
                ElementsAre("origin", "lang"));
    EXPECT_TRUE(by_line["Disallow: /x"]["variables"].empty());
}

TEST_F(CliAnnotate, TheTextStaysTheSameRobotsTxt) {
    const std::string file = write("p.yaml", kShop);
    const Ran plain = run({"render", file, "--url", "https://a.example/"});
    const Ran ran =
        run({"render", file, "--url", "https://a.example/", "--annotate"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("Disallow: /                          # " +
                                   file + ":24:50, template staging\n"));
    EXPECT_THAT(ran.out,
                HasSubstr("# " + file + ":28:34, ${origin}, ${lang}\n"));
    const std::string other = write("robots.txt", ran.out);
    const Ran same = run({"explain", "--robots-txt", other, "--url",
                          "https://a.example/x", "--crawler", "Bingbot"});
    EXPECT_THAT(same.out, HasSubstr("Disallow: /x"));
}

TEST_F(CliAnnotate, AFileHasLinesOfItsOwn) {
    write("own.txt", "# mine\nUser-agent: *\n\nDisallow: /q\n");
    const auto lines = lines_of(R"(version: 1
default: {robots_txt: {file: own.txt}}
)");
    EXPECT_EQ(places(lines), (Places{{"# mine", "own.txt:1:1"},
                                     {"User-agent: *", "own.txt:2:1"},
                                     {"", "own.txt:3:1"},
                                     {"Disallow: /q", "own.txt:4:1"}}));
    EXPECT_EQ(places(lines_of(R"(version: 1
variables: {x: /q}
default: {robots_txt: {text: "User-agent: *\nDisallow: ${x}\n"}}
)")),
              (Places{{"User-agent: *", "p.yaml:3:23"},
                      {"Disallow: /q", "p.yaml:3:23"}}));
}

TEST_F(CliAnnotate, WhatNoKeySaysHasTheNextBestPlace) {
    const auto found = places(lines_of(R"(version: 1.1
default:
  usage: {disallow: [train-ai]}
  groups: [{user_agent: GPTBot, crawl_delay: 2s}]
)"));
    EXPECT_EQ(found.at("User-agent: *"), "p.yaml:3:10");
    EXPECT_EQ(found.at("Content-Usage: train-ai=n"), "p.yaml:3:10");
    EXPECT_EQ(found.at("User-agent: GPTBot"), "p.yaml:4:25");
    EXPECT_EQ(found.at("Crawl-delay: 2"), "p.yaml:4:46");
}

// The private group says the same, but is not what is shown.
TEST_F(CliAnnotate, APrivateGroupIsNeverNamed) {
    EXPECT_EQ(places(lines_of(R"(version: 1.1
default:
  groups:
    - {user_agent: [GPTBot, CCBot], disallow: /a/}
    - {user_agent: GPTBot, private: true, disallow: /a/}
)")),
              (Places{{"User-agent: GPTBot", "p.yaml:4:21"},
                      {"User-agent: CCBot", "p.yaml:4:29"},
                      {"Disallow: /a/", "p.yaml:4:47"}}));
}

TEST_F(CliAnnotate, AnIncludedFileHasTemplatesAndVariablesOfItsOwn) {
    write("sites/a.yaml", R"(variables: {env: own}
templates:
  own: {groups: [{user_agent: "*", disallow: "/${env}"}]}
sites: [{host: a.example, template: "${env}"}]
)");
    const auto lines = lines_of(R"(version: 1.1
variables: {env: main}
include: {files: sites/*.yaml, scope: file}
templates:
  own: {groups: [{user_agent: "*", disallow: /main}]}
sites:
  - {host: b.example, template: own, comment: "${env}"}
)");
    EXPECT_EQ(places(lines), (Places{{"User-agent: *", "a.yaml:3:31"},
                                     {"Disallow: /own", "a.yaml:3:46"}}));
    EXPECT_EQ(lines[1]["template"], "own");
}

TEST_F(CliAnnotate, ASuspendedSiteHasNoLines) {
    const std::string file =
        write("p.yaml", "version: 1\ndefault: {suspend: true}\n");
    const Ran ran =
        run({"render", file, "--url", "https://a.example/", "--annotate"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(ran.out, "");
}

}  // namespace

}  // namespace robots
