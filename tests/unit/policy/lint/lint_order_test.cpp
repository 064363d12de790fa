// Rules and groups whose order matters to readers of the first match.

#include <gtest/gtest.h>

#include <string>

#include "policy/lint/lint.hpp"

namespace robots {
namespace {

// The findings of one code, each with its line and what to write.
std::string findings(const std::string& text, lint::Code code) {
    static const Crawlers kCatalogue(built_in_crawlers(),
                                     built_in_not_crawlers());
    std::string out;
    for (const lint::Remark& finding :
         lint::lint_robots_txt(text, kCatalogue)) {
        if (finding.code == code) {
            out += std::to_string(finding.place.line) + ": " + finding.text;
            for (std::size_t i = 0; finding.fix && i < finding.fix->by.size();
                 ++i) {
                out += "\n   " + finding.fix->by[i];
            }
            out += '\n';
        }
    }
    return out;
}

std::string order(const std::string& text) {
    return findings(text, lint::Code::order_matters);
}

TEST(LintOrder, AShorterRuleInFrontOfALongerOneThatSaysOtherwise) {
    EXPECT_EQ(order("User-agent: *\nDisallow: /\nDisallow: /x/\n"
                    "Allow: /pub/\nAllow: /x/y/\n"),
              "2: `Disallow: /` is in front of `Allow: /pub/` on line 4, so "
              "readers that take the first rule that matches, such as Python's "
              "urllib.robotparser, see `/pub/` closed; write longer rules "
              "first\n"
              "   Allow: /pub/\n   Allow: /x/y/\n   Disallow: /\n");
    EXPECT_EQ(order("User-agent: *\nAllow: /pub/\nDisallow: /\n"
                    "Allow: /pub/\n"),
              "");
    EXPECT_EQ(order("User-agent: *\nDisallow: /a/\nAllow: /b/\n"
                    "Disallow: /a/c/\n"),
              "");
}

// What these readers do not understand is not about order.
TEST(LintOrder, NothingAboutWildcardsAndMisspeltLines) {
    EXPECT_EQ(order("User-agent: *\nDisallow: /\nAllow: /*.css$\n"
                    "Allow /pub/\n"),
              "");
}

TEST(LintOrder, AGroupBehindThatOfAPartOfItsToken) {
    EXPECT_EQ(
        order("User-agent: Googlebot\nDisallow: /a/\n\n"
              "User-agent: *\nDisallow: /b/\n\n"
              "User-agent: Googlebot-Image\nDisallow: /c/\n"),
        "7: the group for `Googlebot-Image` comes after one for a part of "
        "that name on line 1, so readers that look for a token anywhere "
        "in their name, such as Python's urllib.robotparser, take that "
        "one; write the group for `Googlebot-Image` first\n");
    EXPECT_EQ(order("User-agent: Googlebot-Image\nDisallow: /c/\n\n"
                    "User-agent: Googlebot\nDisallow: /a/\n"),
              "");
    EXPECT_EQ(order("User-agent: Googlebot\nUser-agent: Googlebot-Image\n"
                    "Disallow: /c/\n"),
              "");
}

TEST(LintNormalForm, ARuleThatManyReadersDoNotDecode) {
    const auto normal = [](const std::string& path) {
        return findings("User-agent: *\nDisallow: " + path + '\n',
                        lint::Code::not_in_normal_form);
    };
    EXPECT_EQ(normal("/%7Euser/"),
              "2: `Disallow: /%7Euser/` is compared as `/~user/`, but many "
              "crawlers do not decode it; write `/~user/`\n"
              "   Disallow: /~user/\n");
    EXPECT_EQ(normal("/a%2fb/"),
              "2: `Disallow: /a%2fb/` is compared as `/a%2Fb/`, but many "
              "crawlers do not decode it; write `/a%2Fb/`\n"
              "   Disallow: /a%2Fb/\n");
    EXPECT_EQ(normal("/a%2Fb/"), "");
    EXPECT_EQ(normal("/%4%31/"), "");
}

}  // namespace
}  // namespace robots
