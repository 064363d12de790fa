#include "policy/lint/meant_path.hpp"

#include <gtest/gtest.h>

#include <random>
#include <regex>
#include <string>

#include "policy/matching/pattern.hpp"

namespace robots::lint {
namespace {

TEST(MeantPath, IsThePathOfAUrl) {
    EXPECT_EQ(meant_path("https://shop/cart/"), "/cart/");
    EXPECT_EQ(meant_path("https://shop.example/a?b=c"), "/a?b=c");
    EXPECT_EQ(meant_path("http://shop.example?b"), "/?b");
    EXPECT_EQ(meant_path("http://shop.example"), "/");
    EXPECT_EQ(meant_path("//shop.example/cart/"), "/cart/");
    EXPECT_EQ(meant_path("www.shop.example/cart/"), "/cart/");
    EXPECT_EQ(meant_path("shop.com/cart/"), "/cart/");
}

TEST(MeantPath, IsAPathWithItsSlash) {
    EXPECT_EQ(meant_path("cart/"), "/cart/");
    EXPECT_EQ(meant_path("index.html"), "/index.html");
    EXPECT_EQ(meant_path(".css"), "/*.css$");
    EXPECT_EQ(meant_path(".git/"), "/.git/");
    EXPECT_EQ(meant_path("?s="), "/*?s=");
    EXPECT_EQ(meant_path("*.php"), "*.php");
    EXPECT_EQ(meant_path(""), std::nullopt);
}

TEST(MeantPath, IsThePatternOfASimpleExpression) {
    EXPECT_EQ(meant_path("^/cart/.*$"), "/cart/");
    EXPECT_EQ(meant_path("^/cart/"), "/cart/");
    EXPECT_EQ(meant_path("/cart/.*"), "/cart/");
    EXPECT_EQ(meant_path("/a/(.*)/b"), "/a/*/b");
    EXPECT_EQ(meant_path("\\.php$"), "/*.php$");
    EXPECT_EQ(meant_path("/.*\\.php$"), "/*.php$");
    EXPECT_EQ(meant_path(".*\\.php"), "/*.php");
    EXPECT_EQ(meant_path("^.*$"), "/");
    EXPECT_EQ(meant_path("^/a\\*b\\$$"), "/a%2Ab%24$");
    EXPECT_EQ(meant_path("/(a|b)/"), std::nullopt);
    EXPECT_EQ(meant_path("/page/[0-9]+"), std::nullopt);
    EXPECT_EQ(meant_path("^/\\d+/"), std::nullopt);
}

TEST(MeantPath, PatternsAreNoExpressions) {
    for (const char* pattern :
         {"/", "*", "/*.php$", "/.*", "/index.*", "/*.*", "/a+b/", "/a(b)/",
          "/wiki/Sp%C3%A9cial:Search", "/*?x=[1]", "/a.b*", "/$", ""}) {
        EXPECT_FALSE(looks_like_expression(pattern)) << pattern;
    }
}

// What the pattern matches is what the expression does, of what starts where
// the pattern does.
TEST(MeantPath, ThePatternMatchesWhatTheExpressionDoes) {
    std::mt19937 random(7);
    constexpr const char* kParts[] = {"a", "b", "/", "\\.", ".*", "b/", "\\?"};
    int tried = 0;
    for (int round = 0; round < 2000; ++round) {
        std::string expression = "^/";
        for (auto left = random() % 5; left > 0; --left) {
            expression += kParts[random() % std::size(kParts)];
        }
        expression += random() % 3 == 0 ? "$" : "";
        const auto pattern = pattern_for(expression);
        ASSERT_TRUE(pattern) << expression;
        const std::regex regex(expression);
        const Pattern compiled(*pattern);
        for (int target = 0; target < 20; ++target) {
            std::string text = "/";
            for (auto left = random() % 6; left > 0; --left) {
                text += "ab/.?"[random() % 5];
            }
            ++tried;
            ASSERT_EQ(compiled.matches(text), std::regex_search(text, regex))
                << expression << ' ' << *pattern << ' ' << text;
        }
    }
    EXPECT_EQ(tried, 40000);
}

}  // namespace
}  // namespace robots::lint
