// `tests`: a policy's own expectations; and the proof of what is rendered.

#include "policy/loader/build/read_back.hpp"
#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

class LoaderPolicyTests : public PolicyFixture {
  protected:
    static std::string with(const std::string& test) {
        return "version: 1\n"
               "sites:\n"
               "  - host: a.example\n"
               "    groups:\n"
               "      - {user_agent: '*', disallow: /x}\n"
               "      - {user_agent: [Googlebot, Qqx], disallow: /g}\n"
               "  - {host: s.example, suspend: true}\n"
               "tests:\n"
               "  - {" +
               test + "}\n";
    }
    void expect_pass(const std::string& test) const {
        const Loaded loaded = load(with(test));
        EXPECT_NE(loaded.policy, nullptr) << test << all(loaded.diagnostics);
    }
    // The test fails, once, and says `text`.
    void expect_fail(const std::string& test, const std::string& text) const {
        const Loaded loaded = load(with(test));
        EXPECT_EQ(loaded.policy, nullptr) << test;
        ASSERT_EQ(loaded.diagnostics.size(), 1u) << all(loaded.diagnostics);
        EXPECT_EQ(loaded.diagnostics[0].code, "test-failed");
        EXPECT_EQ(loaded.diagnostics[0].line, 9u);
        EXPECT_NE(loaded.diagnostics[0].text.find(text), std::string::npos)
            << loaded.diagnostics[0].text;
    }
};

TEST_F(LoaderPolicyTests, FulfilledTestsPass) {
    expect_pass(
        "url: 'http://a.example/', user_agent: Googlebot, "
        "allow: [/, /x], disallow: /g/h");
    expect_pass(
        "url: 'http://a.example/', user_agent: 'Mozilla/5.0 "
        "(compatible; Googlebot/2.1; +http://www.google.com/bot.html)',"
        " disallow: '/g?a=b'");
    expect_pass("url: 'http://a.example/', crawler: qqx, disallow: /g");
    expect_pass("url: 'http://a.example/', user_agent: Unheard, disallow: /x");
    expect_pass("url: 'http://a.example/', crawler: '*', disallow: /x");
    expect_pass(
        "url: 'http://a.example/', user_agent: Qqx, allow: "
        "/robots.txt");
    expect_pass(
        "url: 'http://a.example/', user_agent: 'Mozilla/5.0 (X11; "
        "Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', allow: "
        "/x");
    expect_pass("url: 'http://a.example/', crawler: curl, allow: /x");
    for (const char* header : {"'Googlebot/2.1'", "'Googlebot '",
                               "'Mozilla/5.0 (compatible; Googlebot/2.1)'"}) {
        expect_pass("url: 'http://a.example/', crawler: " +
                    std::string(header) + ", allow: /x, disallow: /g");
    }
    expect_pass("url: 'http://s.example/', user_agent: Qqx, disallow: /");
    expect_pass("url: 'http://none.example/', user_agent: Qqx, allow: /x");
}

TEST_F(LoaderPolicyTests, AFailureNamesTheDecidingRule) {
    expect_fail("url: 'http://a.example/', user_agent: Qqx, allow: [/g/1]",
                "expected `/g/1` to be allowed for `Qqx`, got disallowed: rule "
                "`Disallow: /g` of group `Qqx` at " +
                    path("policy.yaml") + ":6:");
    expect_fail("url: 'http://a.example/', user_agent: Qqx, disallow: /x",
                "no rule of group `Qqx` matches");
    expect_fail("url: 'http://none.example/', user_agent: Qqx, disallow: /x",
                "no site answers");
    expect_fail("url: 'http://s.example/', user_agent: Qqx, allow: /x",
                "suspended");
    expect_fail(
        "url: 'http://a.example/', user_agent: 'Mozilla/5.0 Firefox', "
        "disallow: /x",
        "this User-Agent is not a known crawler");
}

TEST_F(LoaderPolicyTests, EachFailureHasThePlaceOfItsPath) {
    expect_errors(with("url: 'http://a.example/', crawler: Qqx, allow: [/g, /, "
                       "/g/2], disallow: [/]"),
                  {{"test-failed", 9, 54},
                   {"test-failed", 9, 61},
                   {"test-failed", 9, 79}});
}

TEST_F(LoaderPolicyTests, InvalidTestsAreErrors) {
    expect_error(with("user_agent: x, allow: /"), "missing-key", 9, 5);
    expect_error(with("url: 'http://a.example/', allow: /"), "missing-key", 9,
                 5);
    expect_error(with("url: 'http://a.example/', user_agent: x"), "missing-key",
                 9, 5);
    expect_error(with("url: /x, user_agent: x, allow: /"), "bad-url", 9, 11);
    expect_error(with("url: 'http://a.example/', crawler: x, allow: x"),
                 "bad-path", 9, 51);
    expect_error(with("url: 'http://a.example/', crawler: x, alow: x, allow: "
                      "/"),
                 "unknown-key", 9, 44);
}

// A body of one line more than its groups know of reads as another policy.
TEST(LoaderProof, AMisreadingIsFound) {
    RobotsTxt document;
    document.groups.emplace_back();
    document.groups[0].user_agents = {"a"};
    document.groups[0].rules = {{false, "/x", {}}};
    const Groups groups(document, {Enforcement{}});
    const std::string text = render_robots_txt(document);
    EXPECT_FALSE(loader::find_misreading(text, document, groups));
    for (const std::string& other :
         {text + "Allow: /x/y\n", text + "Crawl-delay: 2\n",
          text + "\nUser-agent: b\nDisallow: /\n",
          "User-agent: b\n" + text.substr(text.find('\n') + 1), std::string(),
          "User-agent: a\nAllow: /x\n" + std::string(),
          // What only the largest crawlers read.
          text + "Disalow: /y\n"}) {
        EXPECT_TRUE(loader::find_misreading(other, document, groups)) << other;
    }
}

// The largest crawlers open the folder too; that is not a misreading.
TEST(LoaderProof, AnAllowedIndexPageIsNotAMisreading) {
    RobotsTxt document;
    document.groups.emplace_back();
    document.groups[0].user_agents = {"a"};
    document.groups[0].rules = {{false, "/", {}},
                                {true, "/shop/index.html", {}}};
    const Groups groups(document, {Enforcement{}});
    EXPECT_FALSE(
        loader::find_misreading(render_robots_txt(document), document, groups));
}

}  // namespace
}  // namespace robots
