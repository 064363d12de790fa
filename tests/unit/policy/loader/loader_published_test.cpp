// What a policy publishes beyond its own words: the order and the form of
// rules, and which tokens of a category.

#include <gmock/gmock.h>

#include <algorithm>
#include <string>

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class LoaderPublished : public PolicyFixture {
  protected:
    static bool allows(const Policy& policy, const char* token,
                       const char* target) {
        const Site* site = site_of(policy, "http://a.example/");
        Sighting sighting;
        sighting.token = token;
        sighting.crawler = policy.crawlers().find(token);
        const Group* group =
            site->robots->groups.select(sighting, policy.crawlers());
        const Rule* rule =
            group == nullptr ? nullptr : group->rules.match(target);
        return rule == nullptr || rule->allow;
    }
    static std::string told(const Loaded& loaded, const std::string& code) {
        std::string out;
        for (const Diagnostic& finding : loaded.diagnostics) {
            if (finding.code == code) {
                out += to_string(finding) + '\n';
            }
        }
        return out;
    }
};

constexpr const char* kUnordered =
    "version: 1\n"
    "templates:\n"
    "  t:\n"
    "    groups:\n"
    "      - {user_agent: '*', disallow: [/, '/%7ea/b'], allow: /pub/}\n"
    "      - {user_agent: Foo, disallow: /x}\n"
    "      - {user_agent: FooBar, disallow: /y, comment: for FooBar}\n";

TEST_F(LoaderPublished, AnOrderThatReadersOfTheFirstMatchUnderstand) {
    EXPECT_EQ(robots_txt(std::string(kUnordered) + "default: {template: t}\n"),
              "# for FooBar\nUser-agent: FooBar\nDisallow: /y\n\n"
              "User-agent: Foo\nDisallow: /x\n\n"
              "User-agent: *\n"
              "Allow: /pub/\nDisallow: /~a/b\nDisallow: /\n");
}

TEST_F(LoaderPublished, TheOrderOfThePolicyIfItIsKept) {
    const std::string kept =
        "User-agent: *\nDisallow: /\nDisallow: /~a/b\nAllow: /pub/\n\n"
        "User-agent: Foo\nDisallow: /x\n\n"
        "# for FooBar\nUser-agent: FooBar\nDisallow: /y\n";
    EXPECT_EQ(robots_txt(std::string(kUnordered) +
                         "default: {template: t, keep_order: true}\n"),
              kept);
    EXPECT_EQ(robots_txt(std::string(kUnordered) +
                         "    keep_order: true\ndefault: {template: t}\n"),
              kept);
    EXPECT_NE(robots_txt(std::string(kUnordered) +
                         "    keep_order: true\n"
                         "default: {template: t, keep_order: false}\n"),
              kept);
    expect_error("version: 1\ndefault: {keep_order: 1}\n", "bad-boolean", 2,
                 23);
}

TEST_F(LoaderPublished, AnIndexPageOpensItsFolder) {
    const Loaded loaded = load(
        "version: 1\ndefault: {groups: [{user_agent: '*', disallow: /, "
        "allow: /index.html}]}\n");
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    EXPECT_TRUE(allows(*loaded.policy, "x", "/"));
    EXPECT_FALSE(allows(*loaded.policy, "x", "/a"));
    EXPECT_EQ(render(*loaded.policy, "http://a.example/"),
              "User-agent: *\nAllow: /index.html\nDisallow: /\n");
}

// Readers that compare parts of names would close Baiduspider by "Spider".
TEST_F(LoaderPublished, NoTokenOfACategoryThatIsPartOfAnothers) {
    const Loaded loaded = load(
        "version: 1\ndefault: {groups: [{user_agent: '*', disallow: /b}, "
        "{category: ai-training, disallow: /}]}\n");
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const std::string text = render(*loaded.policy, "http://a.example/");
    EXPECT_THAT(text, Not(HasSubstr("User-agent: Spider\n")));
    EXPECT_THAT(text, HasSubstr("User-agent: GPTBot\n"));
    // Nobody is held to a line that he was not shown.
    EXPECT_TRUE(allows(*loaded.policy, "Spider", "/a"));
    EXPECT_FALSE(allows(*loaded.policy, "Spider", "/b"));
    EXPECT_FALSE(allows(*loaded.policy, "GPTBot", "/a"));
    EXPECT_THAT(told(loaded, "token-in-others"),
                HasSubstr("advice: `Spider` and `imageSpider` are left out of "
                          "this category: they are part of other crawlers' "
                          "tokens, such as `360Spider`, and some of those "
                          "crawlers would obey this group; to include them, "
                          "add a group with `user_agent`"));
}

// Applebot-Extended is Apple's, too, and YandexBot falls back to Yandex.
TEST_F(LoaderPublished, TokensThatAreOnlyPartOfTheirOwnFamily) {
    const std::string text = robots_txt(
        "version: 1\ndefault: {groups: [{category: search, allow: /}]}\n");
    EXPECT_THAT(text, HasSubstr("User-agent: Applebot\n"));
    EXPECT_THAT(text, HasSubstr("User-agent: Googlebot\n"));
    EXPECT_THAT(text, Not(HasSubstr("User-agent: dbot\n")));
}

TEST_F(LoaderPublished, ATokenThatItsAuthorNamesWithAFinding) {
    const char* const policy =
        "version: 1\ndefault: {groups: [{user_agent: Spider, disallow: /}]}\n";
    EXPECT_EQ(robots_txt(policy), "User-agent: Spider\nDisallow: /\n");
    EXPECT_THAT(told(load(policy), "token-in-others"),
                HasSubstr("warning: `Spider` is part of other crawlers' "
                          "tokens, such as `360Spider`"));
    // A group of its own in front is what such a reader finds.
    EXPECT_EQ(told(load("version: 1\n"
                        "crawlers: [{token: SuperQuux}, {token: Quux}]\n"
                        "default: {groups: [{user_agent: Quux, disallow: /}, "
                        "{user_agent: SuperQuux, disallow: /a}]}\n"),
                   "token-in-others"),
              "");
}

}  // namespace
}  // namespace robots
