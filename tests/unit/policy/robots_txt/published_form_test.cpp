#include "policy/robots_txt/published_form.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "policy/robots_txt/token_parts.hpp"

namespace robots {
namespace {

std::string as_published(std::string_view text,
                         Order order = Order::for_first_match) {
    return render_robots_txt(published_form(parse_robots_txt(text), order));
}

TEST(PublishedForm, PutsLongerRulesFirstAndAllowBeforeDisallow) {
    EXPECT_EQ(as_published("User-agent: *\n"
                           "Disallow: /\n"
                           "Disallow: /a/b\n"
                           "Allow: /x/y\n"
                           "Allow: /pub/\n"),
              "User-agent: *\n"
              "Allow: /pub/\n"
              "Allow: /x/y\n"
              "Disallow: /a/b\n"
              "Disallow: /\n");
}

TEST(PublishedForm, PutsRulesInTheFormInWhichTheyAreCompared) {
    EXPECT_EQ(as_published("User-agent: *\n"
                           "Disallow: /%7Euser/\n"
                           "Disallow: /a%2fb|\n"
                           "Disallow: /c%62\n"
                           "Disallow: /100%\n"),
              "User-agent: *\n"
              "Disallow: /a%2Fb%7C\n"
              "Disallow: /~user/\n"
              "Disallow: /100%\n"
              "Disallow: /cb\n");
}

// "/%4%31" is compared as "/%41"; published so, it would be compared as "/A".
TEST(PublishedForm, KeepsARuleThatWouldHaveAnotherNormalForm) {
    EXPECT_EQ(as_published("User-agent: *\nDisallow: /%4%31\n"),
              "User-agent: *\nDisallow: /%4%31\n");
}

TEST(PublishedForm, PutsGroupsInFrontOfThoseForPartsOfTheirTokens) {
    EXPECT_EQ(as_published("User-agent: *\nDisallow: /a\n\n"
                           "User-agent: Zed\nDisallow: /z\n\n"
                           "User-agent: googlebot\nDisallow: /b\n\n"
                           "User-agent: Bar\nDisallow: /c\n\n"
                           "User-agent: Foo\nUser-agent: Googlebot-Image\n"
                           "Disallow: /d\n"),
              "User-agent: Zed\nDisallow: /z\n\n"
              "User-agent: Bar\nDisallow: /c\n\n"
              "User-agent: Foo\nUser-agent: Googlebot-Image\n"
              "Disallow: /d\n\n"
              "User-agent: googlebot\nDisallow: /b\n\n"
              "User-agent: *\nDisallow: /a\n");
}

TEST(PublishedForm, KeepsGroupsThatWaitForEachOtherInTheirOrder) {
    const std::string text =
        "User-agent: a\nUser-agent: bb\nDisallow: /1\n\n"
        "User-agent: b\nUser-agent: aa\nDisallow: /2\n\n"
        "User-agent: c\nDisallow: /3\n";
    EXPECT_EQ(as_published(text),
              "User-agent: c\nDisallow: /3\n\n"
              "User-agent: a\nUser-agent: bb\nDisallow: /1\n\n"
              "User-agent: b\nUser-agent: aa\nDisallow: /2\n");
}

TEST(PublishedForm, KeepsTheOrderIfAsked) {
    EXPECT_EQ(as_published("User-agent: *\nDisallow: /\nAllow: /%70ub/\n\n"
                           "User-agent: Foo\nDisallow: /a\n\n"
                           "User-agent: FooBar\nDisallow: /b\n",
                           Order::as_written),
              "User-agent: *\nDisallow: /\nAllow: /pub/\n\n"
              "User-agent: Foo\nDisallow: /a\n\n"
              "User-agent: FooBar\nDisallow: /b\n");
}

TEST(TokenParts, FindsEachTokenThatIsInAnother) {
    TokenParts parts;
    const char* const tokens[] = {"spider", "Spider-Man",  "id",  "d",
                                  "*",      "Baiduspider", "aid", "spi"};
    for (std::size_t i = 0; i < std::size(tokens); ++i) {
        parts.add(tokens[i], i);
    }
    auto found = parts.of("BaiduSpider");
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    EXPECT_EQ(found, (std::vector<std::size_t>{0, 2, 3, 6, 7}));
    EXPECT_TRUE(parts.of("x").empty());
    EXPECT_TRUE(parts.of("D").empty());
}

}  // namespace
}  // namespace robots
