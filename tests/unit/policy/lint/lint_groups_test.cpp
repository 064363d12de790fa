// Groups: against the group for "*", and against what search engines need.

#include <gmock/gmock.h>

#include "tests/unit/policy/lint/lint_fixture.hpp"

namespace robots {
namespace {

class LintGroups : public LintFixture {
  protected:
    // A group for "*" that closes /a/ and /b/, and `others`.
    Codes beside(const std::string& others) const {
        return groups("{user_agent: '*', disallow: [/a/, /b/]}, " + others);
    }
};

TEST_F(LintGroups, AGroupIgnoresTheWildcardGroup) {
    EXPECT_EQ(beside("{user_agent: Bingbot, crawl_delay: 1s}"),
              one("drops-wildcard-rules"));
    EXPECT_EQ(beside("{user_agent: Bingbot, disallow: /a/}"),
              one("drops-wildcard-rules"));
    EXPECT_EQ(beside("{user_agent: Bingbot, disallow: /c/}"),
              one("drops-wildcard-rules"));
    EXPECT_EQ(beside("{category: archive, crawl_delay: 9s}"),
              one("drops-wildcard-rules"));
    EXPECT_EQ(beside("{user_agent: x, content_signal: {search: yes}}"),
              one("drops-wildcard-rules"));
}

TEST_F(LintGroups, AGroupThatInheritsOrRepeatsHasNoWarning) {
    EXPECT_EQ(beside("{user_agent: Bingbot, inherit: '*', crawl_delay: 1s}"),
              none());
    EXPECT_EQ(beside("{user_agent: Bingbot, disallow: [/b/, /a/, /c/]}"),
              none());
    EXPECT_EQ(beside("{user_agent: Bingbot, disallow: /}"), none());
    EXPECT_EQ(beside("{user_agent: x, disallow: /a/}, "
                     "{user_agent: x, disallow: /b/}"),
              none());
}

TEST_F(LintGroups, AGroupThatOpensNothingHasNoWarning) {
    EXPECT_EQ(beside("{user_agent: Bingbot, disallow: /, allow: /a/x}"),
              none());
    // "*" does not close it itself.
    EXPECT_EQ(groups("{user_agent: '*', disallow: /a/, allow: '/a/*'}, "
                     "{user_agent: Bingbot, crawl_delay: 1s}"),
              one("dead-rule"));
    EXPECT_EQ(beside("{user_agent: Bingbot, disallow: ['/a', '/b']}"),
              (Codes{"open-ended-path", "open-ended-path"}));
}

TEST_F(LintGroups, AGroupThatOpensEverythingHasNoWarning) {
    EXPECT_EQ(beside("{user_agent: Bingbot, disallow: []}"), none());
    EXPECT_EQ(beside("{user_agent: Bingbot, allow: /, crawl_delay: 1s}"),
              none());
    EXPECT_EQ(file("User-agent: *\nDisallow: /a/\n\n"
                   "User-agent: Bingbot\nDisallow:\n"),
              none());
}

TEST_F(LintGroups, AnExceptionFromAClosedSiteHasNoWarning) {
    EXPECT_EQ(groups("{user_agent: '*', disallow: /}, "
                     "{user_agent: Bingbot, disallow: /a/}"),
              none());
}

TEST_F(LintGroups, WithoutAWildcardGroupThereIsNoWarning) {
    EXPECT_EQ(groups("{user_agent: Bingbot, disallow: /a/}"), none());
    EXPECT_EQ(groups("{user_agent: '*', crawl_delay: 1s}, "
                     "{user_agent: Bingbot, disallow: /a/}"),
              none());
}

TEST_F(LintGroups, TheFixForAFileIsInItsOwnTerms) {
    write("robots.txt",
          "User-agent: *\nDisallow: /a/\n\n"
          "User-agent: Bingbot\nCrawl-delay: 5\n");
    const Loaded loaded =
        load("version: 1\ndefault: {robots_txt: {file: robots.txt}}\n");
    ASSERT_EQ(loaded.diagnostics.size(), 1U) << all(loaded.diagnostics);
    EXPECT_EQ(loaded.diagnostics[0].code, "drops-wildcard-rules");
    EXPECT_EQ(loaded.diagnostics[0].line, 4U);
    EXPECT_NE(loaded.diagnostics[0].text.find("repeat the rules for `*` here"),
              std::string::npos);
}

TEST_F(LintGroups, ClosedRenderingFilesAreAWarning) {
    for (const char* path :
         {"'/*.css'", "'/*.js$'", "'*.css$'", "'/*.PNG$'", "/static/",
          "/assets/", "/js/", "/images/", "/wp-includes/", "/wp-content/",
          "/wp-content/themes/", "/_next/", "{directory: /css}",
          "{extension: svg}"}) {
        EXPECT_EQ(closing(path), one("blocks-rendering")) << path;
    }
}

TEST_F(LintGroups, OtherClosedFilesAreNoWarning) {
    for (const char* path :
         {"/", "'/*.pdf$'", "/static/private/", "/jsp/", "/admin/js/",
          "'/*.json$'", "/wp-content/uploads/x/", "'/*.css.map$'"}) {
        EXPECT_EQ(closing(path), none()) << path;
    }
}

TEST_F(LintGroups, AllowedRenderingFilesAreNoWarning) {
    EXPECT_EQ(group("disallow: /static/, allow: '/static/*.css$'"), none());
    EXPECT_EQ(group("disallow: /static/, allow: '/static/*.pdf$'"),
              one("blocks-rendering"));
}

TEST_F(LintGroups, OnlySearchEnginesGetTheRenderingWarning) {
    EXPECT_EQ(groups("{user_agent: Googlebot, disallow: /js/}"),
              one("blocks-rendering"));
    EXPECT_EQ(groups("{category: search, disallow: /js/, "
                     "lint: {ignore: [token-in-others]}}"),
              one("blocks-rendering"));
    EXPECT_EQ(groups("{user_agent: Googlebot-Image, disallow: /images/}"),
              none());
    EXPECT_EQ(groups("{category: archive, disallow: /js/}"), none());
    EXPECT_EQ(groups("{user_agent: GPTBot, disallow: /js/}"), none());
}

TEST_F(LintGroups, AClosedSiteHasNoRenderingWarning) {
    EXPECT_EQ(group("disallow: [/, /js/]"), one("dead-rule"));
}

TEST_F(LintGroups, InheritedRulesAreReportedAtTheirPlace) {
    expect_warnings(
        "version: 1\n"
        "default:\n"
        "  groups:\n"
        "    - {user_agent: '*', disallow: /js/}\n"
        "    - {user_agent: Googlebot, inherit: '*', disallow: /x/}\n",
        {{"blocks-rendering", 4, 35}});
}

TEST_F(LintGroups, ATokenInTwoGroupsOfAFileIsAWarning) {
    EXPECT_EQ(file("User-agent: x\nUser-agent: y\nDisallow: /a/\n"
                   "User-agent: z\nDisallow: /a/\n"
                   "User-agent: X\nDisallow: /b/\n"),
              one("token-in-two-groups:6"));
    EXPECT_EQ(file("User-agent: *\nDisallow: /a/\n"
                   "User-agent: *\nDisallow: /b/\n"
                   "User-agent: *\nDisallow: /c/\n"),
              (Codes{"token-in-two-groups:3", "token-in-two-groups:5"}));
    EXPECT_EQ(codes("default: {robots_txt: {text: \"User-agent: x\\nDisallow: "
                    "/a/\\nUser-agent: x\\nDisallow: /b/\\n\"}}\n"),
              one("token-in-two-groups"));
}

TEST_F(LintGroups, ACrawlerLeavesTheEnforceOfItsCategory) {
    const std::string all =
        "{operator: OpenAI, disallow: /, enforce: {disallow: reject}}, ";
    EXPECT_EQ(groups(all + "{user_agent: GPTBot, disallow: /a/}"),
              one("enforce-left-behind"));
    EXPECT_THAT(groups("{category: ai-training, disallow: /, enforce: reject}, "
                       "{user_agent: GPTBot, disallow: /a/}"),
                ::testing::Contains("enforce-left-behind"));
    for (const char* fine :
         {"{user_agent: GPTBot, disallow: /a/, enforce: {disallow: log}}",
          "{user_agent: GPTBot, disallow: /a/, enforce: reject}",
          "{user_agent: OwnBot, disallow: /a/}"}) {
        EXPECT_EQ(groups(all + fine), none()) << fine;
    }
    // Those that only log leave nothing behind.
    EXPECT_EQ(groups("{operator: OpenAI, disallow: /, enforce: log}, "
                     "{user_agent: GPTBot, disallow: /a/}"),
              none());
}

TEST_F(LintGroups, ATokenInOneGroupIsNoWarning) {
    EXPECT_EQ(file("User-agent: x\nUser-agent: x\nDisallow: /a/\n"), none());
    EXPECT_EQ(file("User-agent: x\nCrawl-delay: 5\nUser-agent: y\n"
                   "Crawl-delay: 6\nDisallow: /a/\n"),
              one("group-without-rules:1"));
    // A policy is published with each crawler in one group.
    EXPECT_EQ(groups("{user_agent: [x, y], disallow: /a/}, "
                     "{user_agent: x, disallow: /b/}"),
              none());
}

}  // namespace
}  // namespace robots
