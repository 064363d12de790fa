// `lint: {ignore: [...]}`, at every level.

#include "tests/unit/policy/lint/lint_fixture.hpp"

namespace robots {
namespace {

class LintIgnore : public LintFixture {};

TEST_F(LintIgnore, InAGroupIsForThatGroup) {
    EXPECT_EQ(groups("{user_agent: '*', disallow: /test, lint: {ignore: "
                     "open-ended-path}}, {user_agent: x, disallow: /test, "
                     "allow: /}"),
              one("open-ended-path"));
    EXPECT_EQ(group("disallow: [/test, '*'], lint: {ignore: [open-ended-path, "
                    "dead-rule]}"),
              one("lone-wildcard"));
}

TEST_F(LintIgnore, InASiteIsForThatSite) {
    const std::string rules = "groups: [{user_agent: '*', disallow: /test}]";
    EXPECT_EQ(codes("sites:\n"
                    "  - {host: a.example, lint: {ignore: open-ended-path}, " +
                    rules + "}\n  - {host: b.example, " + rules + "}\n"),
              one("open-ended-path"));
    EXPECT_EQ(codes("sites:\n  - host: a.example\n"
                    "    lint: {ignore: [closed-by-accident]}\n"
                    "    groups: [{user_agent: '*', disallow: /}]\n"),
              none());
}

TEST_F(LintIgnore, InATemplateIsForItsSites) {
    EXPECT_EQ(codes("templates:\n"
                    "  t:\n"
                    "    lint: {ignore: open-ended-path}\n"
                    "    groups: [{user_agent: '*', disallow: [/test, '*']}]\n"
                    "sites:\n"
                    "  - {host: a.example, template: t, expect: closed}\n"
                    "  - {host: b.example, template: t, expect: closed, "
                    "lint: {ignore: [lone-wildcard, dead-rule]}}\n"),
              (Codes{"lone-wildcard", "dead-rule"}));
}

TEST_F(LintIgnore, OnTopIsForAllAndForAllWarnings) {
    EXPECT_EQ(codes("lint: {ignore: [open-ended-path, unused-variable]}\n"
                    "variables: {a: b}\n"
                    "default: {groups: [{user_agent: '*', disallow: [/test, "
                    "'*']}]}\n"),
              (Codes{"lone-wildcard", "dead-rule"}));
}

TEST_F(LintIgnore, AFileHasWhatItsSiteSays) {
    write("robots.txt", "User-agent: *\nNoindex: /a/\nCrawl-delay: 0\n");
    EXPECT_EQ(codes("default: {robots_txt: {file: robots.txt}, lint: {ignore: "
                    "noindex-line}}\n"),
              one("zero-crawl-delay"));
}

// Another release may have a warning of that name.
TEST_F(LintIgnore, WhatIsNotACodeIsAWarning) {
    expect_warnings(
        "version: 1\nlint: {ignore: open-ended-pth}\n"
        "default: {groups: [], lint: {ignore: [dead]}}\n",
        {{"unknown-warning", 2, 16}, {"unknown-warning", 3, 39}});
}

TEST_F(LintIgnore, WhatIsNoListOfCodesIsAnError) {
    expect_error("version: 1\ndefault: {lint: {ignore: unused-variable}}\n",
                 "bad-value", 2, 26);
    expect_error("version: 1\ndefault: {lint: {ignored: []}}\n", "unknown-key",
                 2, 18);
    expect_error("version: 1\ndefault: {lint: off}\n", "wrong-type", 2, 17);
}

}  // namespace
}  // namespace robots
