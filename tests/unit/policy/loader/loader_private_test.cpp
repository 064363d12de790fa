// `private: true`: a group that is enforced in place of what robots.txt says,
// and never stricter.

#include <gmock/gmock.h>

#include <string>

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class LoaderPrivate : public PolicyFixture {
  protected:
    // A policy with these groups, each a flow map on a line from line 4 on.
    static std::string with(const std::string& groups,
                            const std::string& keys = "") {
        return "version: 1.1\ndefault:\n  groups:\n" + groups + keys;
    }
    static std::string everyone(const std::string& keys) {
        return "    - {user_agent: '*', " + keys + "}\n";
    }
    // Line 5, if everyone() is in front; its keys start in column 47.
    static std::string partner(const std::string& keys) {
        return "    - {user_agent: PartnerBot, private: true" +
               (keys.empty() ? keys : ", " + keys) + "}\n";
    }

    // Whether `token` may fetch `target` of the default.
    static bool may(const Policy& policy, const std::string& token,
                    const std::string& target) {
        const Group* group = group_of(policy, token);
        const Rule* rule =
            group != nullptr ? group->rules.match(target) : nullptr;
        return rule == nullptr || rule->allow;
    }
    static const Group* group_of(const Policy& policy,
                                 const std::string& token) {
        return policy.default_site()->robots->groups.select(
            policy.crawlers().named(token), policy.crawlers());
    }

    // That a private group with `own` is no stricter than `shown` for all.
    void expect_looser(const std::string& shown, const std::string& own) const {
        const Loaded loaded = load(with(everyone(shown) + partner(own)));
        EXPECT_NE(loaded.policy, nullptr) << shown << " | " << own << '\n'
                                          << all(loaded.diagnostics);
    }
    // That it is, and what is said of it.
    std::string stricter(const std::string& shown,
                         const std::string& own) const {
        const Loaded loaded = load(with(everyone(shown) + partner(own)));
        EXPECT_EQ(loaded.policy, nullptr) << shown << " | " << own;
        if (loaded.diagnostics.empty()) {
            return "";
        }
        EXPECT_EQ(loaded.diagnostics[0].code, "private-stricter")
            << all(loaded.diagnostics);
        EXPECT_EQ(loaded.diagnostics[0].line, 5U);
        return loaded.diagnostics[0].text;
    }
};

TEST_F(LoaderPrivate, IsEnforcedAndNotPublished) {
    const std::string shown =
        "    - {user_agent: [BotA, PartnerBot], disallow: /, crawl_delay: 9s}\n"
        "    - {category: ai-training, disallow: /, crawl_delay: 9s}\n";
    const std::string yaml =
        with(everyone("disallow: /x") + shown +
             "    - {user_agent: [PartnerBot, GPTBot], private: true, "
             "disallow: /admin, crawl_delay: 1s}\n");
    EXPECT_EQ(robots_txt(yaml),
              robots_txt(with(everyone("disallow: /x") + shown)));
    const Loaded loaded = load(yaml);
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const Policy& policy = *loaded.policy;
    for (const char* token : {"PartnerBot", "GPTBot"}) {
        EXPECT_TRUE(may(policy, token, "/page"));
        EXPECT_FALSE(may(policy, token, "/admin"));
        EXPECT_TRUE(group_of(policy, token)->is_private);
        EXPECT_EQ(group_of(policy, token)->pace->crawl_delay,
                  Milliseconds{1000});
    }
    EXPECT_FALSE(may(policy, "BotA", "/page"));
    EXPECT_FALSE(may(policy, "CCBot", "/page"));
    EXPECT_FALSE(may(policy, "Other", "/x"));
    EXPECT_TRUE(may(policy, "Other", "/page"));
    EXPECT_FALSE(group_of(policy, "BotA")->is_private);
}

TEST_F(LoaderPrivate, ChangesTheRevisionAndNotTheBody) {
    const auto robots_of = [this](const std::string& own) {
        const Loaded loaded = load(with(everyone("disallow: /") + own));
        EXPECT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
        return loaded.policy->default_site()->robots;
    };
    const auto none = robots_of("");
    const auto one = robots_of(partner("disallow: /a"));
    const auto other = robots_of(partner("disallow: /b"));
    EXPECT_NE(none->revision, one->revision);
    EXPECT_NE(one->revision, other->revision);
    EXPECT_EQ(none->body.fixed_etag(), one->body.fixed_etag());
    EXPECT_EQ(one->body.fixed_etag(), other->body.fixed_etag());
}

TEST_F(LoaderPrivate, RulesMayCloseOnlyWhatRobotsTxtCloses) {
    expect_looser("disallow: /", "disallow: [/admin, '/*.pdf$', '*/x']");
    expect_looser("disallow: /", "");
    expect_looser("disallow: [/a, /b]", "disallow: /a/c");
    expect_looser("disallow: '/*.pdf'", "disallow: '/x/*.pdf$'");
    expect_looser("disallow: /, allow: /open/", "disallow: /admin");
    expect_looser("disallow: [/, /open/x], allow: /open/",
                  "disallow: /open/x/y");
    // What robots.txt opens again, the private group opens, too.
    expect_looser("disallow: /a, allow: /a/b", "disallow: /a, allow: /a/b");
    expect_looser("disallow: /a, allow: /a/b/c", "disallow: /a, allow: /a/b");
    expect_looser("disallow: /a, allow: ['/a/*.gif', /a/index.html]",
                  "inherit: '*', allow: /a/d");
    // It decides nothing, since the allow is as long.
    expect_looser("disallow: /x", "disallow: /a, allow: /a");

    EXPECT_THAT(
        stricter("disallow: /a", "disallow: /b"),
        HasSubstr("`Disallow: /b` in this private group is stricter "
                  "than robots.txt for `PartnerBot`: no single rule there "
                  "closes all of it"));
    EXPECT_THAT(stricter("disallow: /, allow: /api", "disallow: /api/v1"),
                HasSubstr("`Allow: /api` at " + path("policy.yaml") + ":4:"));
    stricter("disallow: /a/b", "disallow: /a");
    stricter("disallow: /, allow: '/*.gif'", "disallow: /a");
    stricter("disallow: /a, allow: /a/b", "disallow: /a, allow: /a/b/c");
    stricter("disallow: /a, allow: /a/b",
             "disallow: [/a, /a/b/c], allow: /a/b");
    stricter("disallow: '/*/a'", "disallow: '*/a'");
    stricter("crawl_delay: 1s", "disallow: /");
}

TEST_F(LoaderPrivate, APaceMayBeNoSlower) {
    expect_looser("crawl_delay: 10s", "crawl_delay: 10s");
    expect_looser("crawl_delay: 10s", "request_rate: 1/5s");
    expect_looser("request_rate: 10/1m", "request_rate: [20/1m, 20/2m]");
    expect_looser("request_rate: 10/1m", "request_rate: 10/1m 0800-1800");
    expect_looser("visit_time: 0600-0800",
                  "visit_time: [0500-0700, 0700-0900]");
    expect_looser("visit_time: 2300-0100", "visit_time: 2200-0200");
    EXPECT_THAT(
        stricter("crawl_delay: 10s", "crawl_delay: 11s"),
        HasSubstr("which has `Crawl-delay: 10`; shorten it, or move it"));
    EXPECT_THAT(stricter("disallow: /x", "crawl_delay: 1s"),
                HasSubstr("which has no Crawl-delay; remove it, or move it"));
    stricter("disallow: /x", "request_rate: 1000/1s");
    EXPECT_THAT(stricter("request_rate: 10/1m", "request_rate: 9/1m"),
                HasSubstr("no rate or delay there is as strict at these "
                          "times; allow more requests"));
    stricter("request_rate: 10/1m", "request_rate: 20/3m");
    stricter("request_rate: 10/1m", "request_rate: 5/1s");
    stricter("request_rate: 10/1m 0800-1800", "request_rate: 10/1m");
    EXPECT_THAT(stricter("disallow: /x", "visit_time: 0600-2400"),
                HasSubstr("which allows visits at 0000; add this time"));
    stricter("visit_time: 0600-0800", "visit_time: 0601-0800");
}

// Applebot-Extended and others of the catalogue go by another's group.
TEST_F(LoaderPrivate, IsComparedForAllWhoGoByIt) {
    // Googlebot-Image goes by Googlebot's group, but robots.txt has one for it.
    const std::string shown =
        everyone("disallow: /x") +
        "    - {user_agent: Googlebot-Image, disallow: /images}\n";
    const std::string own =
        "    - {user_agent: Googlebot, private: true, disallow: /x}\n";
    EXPECT_NE(load(with(shown + own)).policy, nullptr);
    // AdsBot-Google ignores `*`, so that robots.txt closes nothing to it.
    expect_errors(with(everyone("disallow: /x") +
                       "    - {user_agent: AdsBot-Google, private: true, "
                       "disallow: /x}\n"),
                  {{"private-stricter", 5, 60}});
}

TEST_F(LoaderPrivate, HasOnlyKeysThatAreEnforced) {
    const std::string shown = everyone("disallow: /");
    for (const char* keys :
         {"comment: x", "content_signal: {search: yes}",
          "content_usage: train-ai=n", "license: https://a.example/l"}) {
        const Loaded loaded = load(with(shown + partner(keys)));
        EXPECT_EQ(loaded.policy, nullptr) << keys;
        EXPECT_THAT(
            all(loaded.diagnostics),
            HasSubstr("is for robots.txt, which does not show private groups"));
    }
    expect_errors(with(shown + partner("comment: x")),
                  {{"private-group", 5, 56}});
    expect_errors(with("    - {user_agent: '*', private: true}\n"),
                  {{"private-group", 4, 20}});
    expect_errors(with("    - {category: seo, private: true}\n"),
                  {{"private-group", 4, 18}});
    expect_errors(with("    - {user_agent: PartnerBot, private: 1}\n"),
                  {{"bad-boolean", 4, 41}});
}

TEST_F(LoaderPrivate, AnOperatorMayHavePrivateTerms) {
    const Loaded loaded = load(with(
        everyone("disallow: /") + "    - {operator: OpenAI, private: true}\n"));
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    EXPECT_TRUE(may(*loaded.policy, "GPTBot", "/"));
    EXPECT_FALSE(may(*loaded.policy, "ClaudeBot", "/"));
}

TEST_F(LoaderPrivate, InheritsWhatIsPublishedAndIsNotInherited) {
    const Loaded loaded =
        load(with(everyone("disallow: [/a, /b]") +
                  "    - {user_agent: PartnerBot, disallow: [/c, /d]}\n" +
                  partner("inherit: PartnerBot, allow: /c/open")));
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    EXPECT_FALSE(may(*loaded.policy, "PartnerBot", "/c/x"));
    EXPECT_TRUE(may(*loaded.policy, "PartnerBot", "/c/open"));
    const Loaded leaking = load(
        with(everyone("disallow: /") + partner("") +
             "    - {user_agent: BotB, inherit: PartnerBot, disallow: /}\n"));
    EXPECT_EQ(leaking.policy, nullptr);
    EXPECT_THAT(all(leaking.diagnostics),
                HasSubstr("write the `user_agent` of a published group"));
}

TEST_F(LoaderPrivate, MeetsOnlyPrivateGroupsOfItsTemplate) {
    const std::string templates =
        "version: 1.1\ntemplates:\n  t:\n    groups:\n"
        "      - {user_agent: [PartnerBot, BotB], disallow: [/a, /b, /c]}\n"
        "      - {user_agent: PartnerBot, private: true, disallow: /a}\n"
        "default:\n  template: t\n  groups:\n    - {user_agent: PartnerBot, "
        "private: true, ";
    const Loaded added = load(templates + "disallow: /b}\n");
    ASSERT_NE(added.policy, nullptr) << all(added.diagnostics);
    EXPECT_FALSE(may(*added.policy, "PartnerBot", "/a"));
    EXPECT_FALSE(may(*added.policy, "PartnerBot", "/b"));
    EXPECT_TRUE(may(*added.policy, "PartnerBot", "/c"));
    const Loaded replaced = load(templates + "replace: true, disallow: /b}\n");
    ASSERT_NE(replaced.policy, nullptr) << all(replaced.diagnostics);
    EXPECT_TRUE(may(*replaced.policy, "PartnerBot", "/a"));
    EXPECT_FALSE(may(*replaced.policy, "PartnerBot", "/b"));
    EXPECT_EQ(render(*replaced.policy, "http://a.example/"),
              "User-agent: PartnerBot\nUser-agent: BotB\n"
              "Disallow: /a\nDisallow: /b\nDisallow: /c\n");
}

TEST_F(LoaderPrivate, SitesOfATemplateEnforceItEachInItsOwnWay) {
    const Loaded loaded = load(
        "version: 1.1\ntemplates:\n  t:\n    groups:\n"
        "      - {user_agent: '*', disallow: /}\n"
        "      - {user_agent: PartnerBot, private: true, disallow: /a}\n"
        "default: {template: t, enforce: {disallow: reject}}\n");
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const Group* group = group_of(*loaded.policy, "PartnerBot");
    EXPECT_TRUE(group->is_private);
    EXPECT_EQ(group->enforcement->action_for(Violation::disallow),
              Action::reject);
    EXPECT_TRUE(may(*loaded.policy, "PartnerBot", "/b"));
}

TEST_F(LoaderPrivate, IsComparedWithTheGroupsOfAPassedRobotsTxt) {
    const std::string passed = "  robots_txt: pass\n";
    EXPECT_NE(
        load(with(everyone("disallow: /") + partner("disallow: /a"), passed))
            .policy,
        nullptr);
    expect_errors(
        with(everyone("disallow: /b") + partner("disallow: /a"), passed),
        {{"private-stricter", 5, 57}});
}

TEST_F(LoaderPrivate, IsLinted) {
    expect_warnings(
        with(everyone("disallow: /") + partner("disallow: [/a/, /a/b]")),
        {{"dead-rule", 5, 63}});
    // It is looser on purpose, and its paths are shown to nobody.
    expect_warnings(with(everyone("disallow: [/backup, /b/, /c/]") +
                         partner("disallow: [/backup/db.sql, /b/]")),
                    {{"secret-looking-path", 4, 36}});
    // A crawler that leaves its category also leaves its `enforce`.
    expect_warnings(
        with("    - {category: ai-training, disallow: /, enforce: {disallow: "
             "reject}, lint: {ignore: token-in-others}}\n"
             "    - {user_agent: GPTBot, private: true, disallow: /a/}\n"),
        {{"enforce-left-behind", 5, 7}});
}

TEST_F(LoaderPrivate, ComparingIsBounded) {
    std::string shown = "disallow: [/";
    std::string opened = "], allow: [";
    std::string own = "disallow: [/";
    for (int i = 0; i < 6000; ++i) {
        const std::string number = std::to_string(i);
        opened += (i == 0 ? "'/*o" : ", '/*o") + number + '\'';
        own += ", '/*p" + number + '\'';
    }
    const Loaded loaded =
        load(with(everyone(shown + opened + "]") + partner(own + "]")));
    EXPECT_EQ(loaded.policy, nullptr);
    EXPECT_THAT(all(loaded.diagnostics), HasSubstr("stricter"));
}

// A customer's file may take a twentieth of it, and templates of the main file
// do not count.
TEST_F(LoaderPrivate, ComparingTemplatesOfTheMainFileIsNotACustomers) {
    std::string rules = "disallow: [/x";
    for (int i = 0; i < 1400; ++i) {
        rules += ", '/*p" + std::to_string(i) + "x*y'";
    }
    const std::string templates = "templates:\n  t:\n    groups:\n" +
                                  everyone(rules + "]") + partner(rules + "]");
    const std::string main =
        "version: 1.1\ninclude: {files: 't/*.yaml', scope: file}\n";
    const std::string site = "sites: [{host: a.example, template: t}]\n";
    write("t/a.yaml", site);
    const Loaded loaded = load(main + templates);
    EXPECT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    write("t/a.yaml", templates + site);
    EXPECT_THAT(all(load(main + "default: {}\n").diagnostics),
                HasSubstr("private-too-large"));
}

TEST_F(LoaderPrivate, ACopyOfThousandsOfRulesIsCompared) {
    std::string rules = "disallow: [/x";
    std::string allows = "], allow: [/x/y";
    for (int i = 0; i < 4000; ++i) {
        rules += ", /d" + std::to_string(i);
        allows += ", /d" + std::to_string(i) + "/open";
    }
    expect_looser(rules + allows + "]", "inherit: '*', allow: /x/z");
}

}  // namespace
}  // namespace robots
