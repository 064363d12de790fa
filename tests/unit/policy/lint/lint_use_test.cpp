// Findings about the use of content.

#include "tests/unit/policy/lint/lint_fixture.hpp"

namespace robots {
namespace {

using LintUse = LintFixture;

TEST_F(LintUse, ALicenseIsAnAbsoluteUri) {
    for (const char* license : {"https://a.example/l", "urn:example:l",
                                "'${origin}/l'", "'${scheme}://${host}/l'"}) {
        EXPECT_EQ(codes("default: {license: " + std::string(license) + "}\n"),
                  none())
            << license;
    }
    for (const char* license : {"/l.xml", "a.example/l", "CC-BY", "'a:'"}) {
        EXPECT_EQ(codes("default: {license: " + std::string(license) + "}\n"),
                  one("license-not-absolute"))
            << license;
        EXPECT_EQ(group("license: " + std::string(license)),
                  one("license-not-absolute"))
            << license;
    }
}

TEST_F(LintUse, LinesOfAFileAreCheckedWhereTheyAre) {
    EXPECT_EQ(
        file("License: /l\nUser-agent: *\nDisallow: /a/\n"
             "Content-Signal: search=yes, ai-train=no, use=reference\n"
             "Content-Signal: /a ai-training=no\n"
             "Content-Signal: no signals\n"
             "Content-Usage: train-ai=n\nContent-Usage: bots=n\n"
             "Content-Usage: train-ai=\nContent-Usage: search=y;a\n"
             "License: https://a.example/l\n"),
        (Codes{"license-not-absolute:1", "unknown-signal:5", "unknown-signal:6",
               "unknown-usage:8", "unknown-usage:9", "unknown-usage:10"}));
}

TEST_F(LintUse, SignalsAndUsageThatSayTheOppositeContradict) {
    EXPECT_EQ(group("content_signal: {ai-train: no, search: yes}, "
                    "content_usage: 'train-ai=n, search=y'"),
              none());
    EXPECT_EQ(group("content_signal: {ai-train: no}, content_usage: "
                    "train-ai=y"),
              one("contradicting-use"));
    EXPECT_EQ(group("content_signal: {path: /a, search: no}, content_usage: "
                    "{/b: search=y}"),
              none());
    EXPECT_EQ(file("User-agent: *\nDisallow: /a/\nContent-Signal: search=no\n"
                   "Content-Usage: / search=y\n"),
              one("contradicting-use:1"));
}

TEST_F(LintUse, AClosedGroupAllowsNoUse) {
    EXPECT_EQ(groups("{user_agent: GPTBot, disallow: /, content_signal: "
                     "{search: yes}}"),
              one("use-of-closed"));
    EXPECT_EQ(groups("{user_agent: GPTBot, disallow: /, content_usage: "
                     "search=y}"),
              one("use-of-closed"));
    EXPECT_EQ(groups("{user_agent: GPTBot, disallow: /, content_usage: "
                     "train-ai=n}"),
              none());
    EXPECT_EQ(groups("{user_agent: GPTBot, disallow: /, allow: /a/, "
                     "content_usage: search=y}"),
              none());
    EXPECT_EQ(groups("{user_agent: GPTBot, disallow: /, content_usage: "
                     "search=y, lint: {ignore: [use-of-closed]}}"),
              none());
}

}  // namespace
}  // namespace robots
