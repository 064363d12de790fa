// `replace: true`: what other groups in front say of a crawler counts no more.

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

class LoaderReplace : public PolicyFixture {};

TEST_F(LoaderReplace, TakesItsTokensOutOfTheGroupsInFront) {
    EXPECT_EQ(robots_txt(R"(version: 1
default:
  groups:
    - {user_agent: [X, Y], disallow: /a}
    - {user_agent: X, disallow: /b, crawl_delay: 9s}
    - {user_agent: x, replace: true, disallow: /c}
    - {user_agent: [X, Z], disallow: /d}
)"),
              "User-agent: Y\nDisallow: /a\n\n"
              "User-agent: x\nDisallow: /c\nDisallow: /d\n\n"
              "User-agent: Z\nDisallow: /d\n");
}

TEST_F(LoaderReplace, TakesThemOutOfATemplatesGroups) {
    EXPECT_EQ(robots_txt(R"(version: 1
templates:
  t:
    groups:
      - {user_agent: X, disallow: /a}
      - {user_agent: [X, Y], disallow: /b}
      - {user_agent: [X, Z], disallow: /c}
default:
  template: t
  groups:
    - {user_agent: [Z, X], disallow: /d}
    - {user_agent: X, replace: true, disallow: /e}
)"),
              "User-agent: X\nDisallow: /e\n\n"
              "User-agent: Y\nDisallow: /b\n\n"
              "User-agent: Z\nDisallow: /c\nDisallow: /d\n");
}

TEST_F(LoaderReplace, AllOfATemplatesGroupsForTheSameCrawlersAreChanged) {
    const auto with = [this](const std::string& groups) {
        return robots_txt(
            "version: 1\n"
            "templates:\n"
            "  t:\n"
            "    groups:\n"
            "      - {user_agent: X, disallow: /a}\n"
            "      - {user_agent: X, disallow: /b}\n"
            "default: {template: t, groups: [" +
            groups + "]}\n");
    };
    EXPECT_EQ(with("{user_agent: X, replace: true, disallow: /c}"),
              "User-agent: X\nDisallow: /c\n");
    EXPECT_EQ(with("{user_agent: X, disallow: null, allow: /c}"),
              "User-agent: X\nAllow: /c\n");
    EXPECT_EQ(with("{user_agent: X, crawl_delay: 10s}, "
                   "{user_agent: X, crawl_delay: 5s}"),
              "User-agent: X\nDisallow: /a\nDisallow: /b\nCrawl-delay: 10\n");
}

TEST_F(LoaderReplace, TheLastOfSeveralCounts) {
    EXPECT_EQ(robots_txt(R"(version: 1
default:
  groups:
    - {user_agent: X, replace: true, disallow: /a}
    - {user_agent: X, replace: true, disallow: /b}
)"),
              "User-agent: X\nDisallow: /b\n");
}

}  // namespace
}  // namespace robots
