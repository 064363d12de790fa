// `lines`: fields of other standards.

#include <gmock/gmock.h>

#include "policy/robots_txt/robots_txt.hpp"
#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

using ::testing::HasSubstr;

constexpr const char* kGroup =
    "groups: [{user_agent: '*', disallow: /a, content_signal: {search: yes}}]";

class LoaderLines : public PolicyFixture {
  protected:
    // A policy whose default site has `lines`, which start in line 2, column
    // 92.
    static std::string with(const std::string& lines) {
        return "version: 1\ndefault: {" + std::string(kGroup) +
               ", lines: " + lines + "}\n";
    }
    std::string first_error(const std::string& lines) const {
        return load(with(lines)).diagnostics.at(0).text;
    }
};

TEST_F(LoaderLines, AreAtTheEndInTheirOrder) {
    EXPECT_EQ(robots_txt("version: 1\n"
                         "default:\n"
                         "  groups: [{user_agent: '*', disallow: /a}]\n"
                         "  lines:\n"
                         "    - 'ACAP-crawler: *'\n"
                         "    - ACAP-disallow-crawl: [/x, /y]\n"
                         "      ACAP-empty: ''\n"
                         "    - 'ACAP-crawler :  other  '\n"
                         "    - Url: https://${host}/acap\n"
                         "    - Host: a.example\n"
                         "  sitemap: https://a.example/s.xml\n"),
              "User-agent: *\nDisallow: /a\n"
              "\n"
              "Sitemap: https://a.example/s.xml\n"
              "ACAP-crawler: *\n"
              "ACAP-disallow-crawl: /x\n"
              "ACAP-disallow-crawl: /y\n"
              "ACAP-empty:\n"
              "ACAP-crawler: other\n"
              "Url: https://a.example/acap\n"
              "Host: a.example\n");
}

TEST_F(LoaderLines, TakeTheLinesOfHostLine) {
    const std::string yaml =
        "version: 1\n"
        "templates: {t: {host_line: b.example}}\n"
        "sites: [{host: a.example, template: t, host_line: a.example}]\n";
    EXPECT_EQ(robots_txt(yaml, "http://a.example/"), "Host: a.example\n");
    expect_warnings(yaml,
                    {{"deprecated-key", 2, 17}, {"deprecated-key", 3, 40}});
    EXPECT_EQ(robots_txt("version: 1\ndefault: {lines: 'A: b', host_line: [c, "
                         "d]}\n"),
              "A: b\nHost: c\nHost: d\n");
}

TEST_F(LoaderLines, NoCrawlerReadsThemAsItsOwn) {
    const std::string text =
        robots_txt(with("['ACAP-disallow-crawl: /', 'ACAP-crawler: *']"));
    for (const Reading reading : {Reading::strict, Reading::lenient}) {
        const RobotsTxt read = parse_robots_txt(text, reading);
        ASSERT_EQ(read.groups.size(), 1u);
        EXPECT_EQ(read.groups[0].rules.size(), 1u);
        EXPECT_EQ(read.groups[0].user_agents.size(), 1u);
        EXPECT_EQ(read.groups[0].other.size(), 1u);
        EXPECT_EQ(read.other.size(), 2u);
    }
}

TEST_F(LoaderLines, WhatCouldBeReadAsARuleIsRefused) {
    expect_error(with("'Dissallow: /'"), "bad-line", 2, 92);
    expect_error(with("['A: b', 'useragent: x']"), "bad-line", 2, 101);
    expect_error(with("{Allow-all: /}"), "bad-line", 2, 93);
    expect_error(with("'no colon'"), "bad-line", 2, 92);
    expect_error(with("'Disallow /: x'"), "bad-line", 2, 92);
    expect_error(with("': x'"), "bad-line", 2, 92);
    expect_error(with("'A: b # c'"), "bad-line", 2, 92);
    expect_error(with("'A: " + std::string(2000, 'x') + "'"), "bad-line", 2,
                 92);
    expect_error(with("\"A: b\\nDisallow: /\""), "control-octet", 2, 92);
    expect_error(with("{A: \"b\\rDisallow: /\"}"), "control-octet", 2, 96);
    expect_error(with("[[A]]"), "wrong-type", 2, 93);
    EXPECT_THAT(first_error("'Dissallow: /'"),
                HasSubstr("crawlers could read the field `Dissallow` as "
                          "`Disallow`; write it under `disallow` of a group"));
    EXPECT_THAT(first_error("'Noindex: /a'"), HasSubstr("`x_robots_tag`"));
}

TEST_F(LoaderLines, AreNotTooMany) {
    std::string lines = "['A: b'";
    for (int i = 1; i < 500; ++i) {
        lines += ", 'A: b'";
    }
    EXPECT_NE(load(with(lines + "]")).policy, nullptr);
    expect_error(with(lines + ", 'A: b']"), "out-of-range", 2, 92);
}

TEST_F(LoaderLines, ReplaceThoseOfTheTemplate) {
    const std::string policy =
        "version: 1\n"
        "templates: {t: {groups: [], lines: 'A: template'}}\n"
        "default: {template: t";
    EXPECT_EQ(robots_txt(policy + "}\n"), "A: template\n");
    EXPECT_EQ(robots_txt(policy + ", lines: 'B: own'}\n"), "B: own\n");
    EXPECT_EQ(robots_txt(policy + ", lines: []}\n"), "");
}

TEST_F(LoaderLines, HaveNoPlaceInATextOfItsOwn) {
    expect_error(
        "version: 1\ndefault: {robots_txt: {text: x}, lines: 'A: b'}\n",
        "verbatim-and-composed", 2, 23);
    expect_error("version: 1\ndefault: {robots_txt: pass, lines: 'A: b'}\n",
                 "verbatim-and-composed", 2, 23);
    expect_error("version: 1\ndefault: {robots_txt: none, lines: 'A: b'}\n",
                 "verbatim-and-composed", 2, 23);
}

}  // namespace
}  // namespace robots
