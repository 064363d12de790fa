// What lines about the use of content say.

#include "policy/robots_txt/content_preferences.hpp"

#include <gtest/gtest.h>

#include <string>

#include "policy/robots_txt/robots_txt.hpp"

namespace robots {
namespace {

std::string signals(std::string_view text) {
    const auto line = content_signal_from(text);
    return line ? text_of(*line) : "?";
}

std::string usage(std::string_view text) {
    const auto line = content_usage_from(text);
    return line ? text_of(*line) + (line->has_more ? " ..." : "") : "?";
}

TEST(ContentPreferences, SignalsAreAListWithAPathInFront) {
    EXPECT_EQ(signals("search=yes,ai-train=no,use=reference"),
              "search=yes, ai-train=no, use=reference");
    EXPECT_EQ(signals("/a/ AI-Train = NO , search=yes"),
              "/a/ search=yes, ai-train=no");
    EXPECT_EQ(signals("x=1, search=maybe, Y=Z"), "search=maybe, x=1, Y=Z");
    EXPECT_EQ(signals("search=yes, search=no"), "search=no");
    for (const char* none :
         {"", "/a", "search", "search=", "=yes", ",search=yes", "a b=yes",
          "search=yes no", "search=y\x01"}) {
        EXPECT_EQ(signals(none), "?") << none;
    }
    EXPECT_EQ(signals(std::string(65, 'a') + "=yes"), "?");
    std::string many;
    for (int i = 0; i < 40; ++i) {
        many += "k" + std::to_string(i) + "=no,";
    }
    EXPECT_EQ(signals(many), "?");
}

// vocab 6: RFC 9651 3.2, keys and values are case-sensitive.
TEST(ContentPreferences, UsageIsADictionaryOfTokens) {
    EXPECT_EQ(usage("train-ai=n, search=y"), "train-ai=n, search=y");
    EXPECT_EQ(usage("/a train-ai=n"), "/a train-ai=n");
    EXPECT_EQ(usage("/ train-ai=n"), "train-ai=n");
    EXPECT_EQ(usage("train-ai=y,\ttrain-ai=n"), "train-ai=n");
    EXPECT_EQ(usage("train-ai;a=b=n"), "?");
    EXPECT_EQ(usage("train-ai=n;a=b"), "train-ai=n ...");
    EXPECT_EQ(usage("train-ai=n, search, x=\"n\", z=no"), "train-ai=n ...");
    for (const char* none : {"", "/a", "Train-AI=n", "train-ai=N",
                             "train-ai=y, train-ai, search=n, search=\"n\"",
                             "train-ai=n search=y", "*.pdf train-ai=n"}) {
        EXPECT_EQ(usage(none), "?") << none;
    }
}

TEST(ContentPreferences, NCountsForEqualPaths) {
    UseOfContent use;
    EXPECT_TRUE(use.add("content-usage", "/ train-ai=y, search=y"));
    EXPECT_TRUE(use.add("Content-Usage", "train-ai=n"));
    EXPECT_TRUE(use.add("Content-Usage", "train-ai=y"));
    EXPECT_TRUE(use.add("Content-Usage", "/a train-ai=y"));
    EXPECT_FALSE(use.add("Content-Usage", "what?"));
    EXPECT_FALSE(use.add("License", "https://a.example/"));
    ASSERT_EQ(use.lines().size(), 2u);
    EXPECT_EQ(use.lines()[0].second, "train-ai=n, search=y");
    EXPECT_EQ(use.lines()[1].second, "/a train-ai=y");
}

// RSL 1.0.
TEST(ContentPreferences, ALicenseBelowAnAgentIsItsGroups) {
    const RobotsTxt document = parse_robots_txt(
        "License: https://a/all\nUser-agent: a\nDisallow: /a\n"
        "License: https://a/1\n\nLicense: https://a/2\n");
    ASSERT_EQ(document.other.size(), 1u);
    EXPECT_EQ(document.other[0].second, "https://a/all");
    ASSERT_EQ(document.groups.size(), 1u);
    ASSERT_EQ(document.groups[0].other.size(), 2u);
    EXPECT_EQ(render_robots_txt(document),
              "License: https://a/all\n\nUser-agent: a\nDisallow: /a\n"
              "License: https://a/1\nLicense: https://a/2\n");
}

}  // namespace
}  // namespace robots
