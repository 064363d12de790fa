// Groups: tokens, categories, rules, inheritance, and what comes of them.

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

class LoaderGroups : public PolicyFixture {
  protected:
    // A policy whose default site has `groups`, a list in flow style; it starts
    // in line 2, column 19.
    static std::string with(const std::string& groups) {
        return "version: 1\ndefault: {groups: " + groups + "}\n";
    }
    // The robots.txt of one group for "x" that has `keys`.
    std::string rules(const std::string& keys) const {
        return robots_txt(with("[{user_agent: x, " + keys + "}]"));
    }
    void expect_rule(const std::string& item, const std::string& lines) const {
        EXPECT_EQ(rules("disallow: [" + item + "]"), "User-agent: x\n" + lines);
    }
    // `item` is refused, where it starts.
    void expect_bad(const std::string& item, const std::string& code) const {
        expect_error(with("[{user_agent: x, disallow: [" + item + "]}]"), code,
                     2, 47);
    }
};

TEST_F(LoaderGroups, APlainStringIsAPattern) {
    expect_rule("/a", "Disallow: /a\n");
    expect_rule("/a/*/b$", "Disallow: /a/*/b$\n");
    expect_rule("'*.pdf'", "Disallow: *.pdf\n");
    expect_rule("/a%2fb%zz", "Disallow: /a%2Fb%zz\n");
    expect_rule("/café", "Disallow: /caf%C3%A9\n");
    expect_rule("'/a?b=c&d'", "Disallow: /a?b=c&d\n");
}

TEST_F(LoaderGroups, AnAllowComesBeforeADisallowOfItsLength) {
    EXPECT_EQ(rules("disallow: [/a, /b], allow: /c"),
              "User-agent: x\nAllow: /c\nDisallow: /a\nDisallow: /b\n");
    EXPECT_EQ(rules("allow: /c, disallow: /a"),
              "User-agent: x\nAllow: /c\nDisallow: /a\n");
}

TEST_F(LoaderGroups, ADirectoryMatchesItselfAndItsContents) {
    expect_rule("{directory: /admin}",
                "Disallow: /admin$\nDisallow: /admin/\nDisallow: /admin?\n");
    expect_rule("{directory: /admin/}",
                "Disallow: /admin$\nDisallow: /admin/\nDisallow: /admin?\n");
    expect_rule("{directory: /}", "Disallow: /\n");
}

TEST_F(LoaderGroups, ShorthandsAreLiteralText) {
    expect_rule("{exact: /cart}", "Disallow: /cart$\n");
    expect_rule("{exact: '/a*b$'}", "Disallow: /a%2Ab%24$\n");
    expect_rule("{prefix: '/find?q=<x y>'}", "Disallow: /find?q=%3Cx%20y%3E\n");
    expect_rule("{prefix: '/a#b'}", "Disallow: /a%23b\n");
    expect_rule("{prefix: /é}", "Disallow: /%C3%A9\n");
    expect_rule("{query: sessionid}",
                "Disallow: /*?sessionid=\nDisallow: /*&sessionid=\n");
    expect_rule("{extension: sql}", "Disallow: /*.sql$\nDisallow: /*.sql?\n");
    expect_rule("{extension: .tar.gz}",
                "Disallow: /*.tar.gz$\nDisallow: /*.tar.gz?\n");
    EXPECT_EQ(rules("allow: {query: page}"),
              "User-agent: x\nAllow: /*?page=\nAllow: /*&page=\n");
}

TEST_F(LoaderGroups, AGroupWithoutRulesIsPublished) {
    const std::string open = "User-agent: x\nDisallow:\n";
    EXPECT_EQ(rules("disallow: []"), open);
    EXPECT_EQ(rules("disallow: ''"), open);
    EXPECT_EQ(robots_txt(with("[{user_agent: x}]")), open);
}

TEST_F(LoaderGroups, BadRulesAreRefused) {
    expect_bad("admin", "bad-path");
    expect_bad("https://a.example/x", "bad-path");
    expect_bad("'/a b'", "bad-path");
    expect_bad("/a#b", "bad-path");
    expect_bad("{directory: /a, exact: /b}", "bad-path");
    expect_bad("{}", "bad-path");
    expect_bad("[/a]", "wrong-type");
    expect_bad("~", "empty-value");
    expect_error(with("[{user_agent: x, disallow: [{directory: a}]}]"),
                 "bad-path", 2, 59);
    expect_error(with("[{user_agent: x, disallow: [{exact: ''}]}]"),
                 "empty-value", 2, 55);
    expect_error(with("[{user_agent: x, disallow: [{dirctory: /a}]}]"),
                 "unknown-key", 2, 48);
    expect_error(with("[{user_agent: x, disallow: }]"), "empty-value", 2, 36);
}

TEST_F(LoaderGroups, AUserAgentIsAProductToken) {
    EXPECT_EQ(robots_txt(with("[{user_agent: [MJ12bot, archive.org_bot, "
                              "mj12BOT, a-b], disallow: /}]")),
              "User-agent: MJ12bot\nUser-agent: archive.org_bot\n"
              "User-agent: a-b\nDisallow: /\n");
    for (const char* token : {"Googlebot/2.1", "'Foo Bar'", "''", "'**'",
                              "'a*'", "'Mozilla/5.0 (compatible)'"}) {
        expect_error(with("[{user_agent: " + std::string(token) + "}]"),
                     "bad-token", 2, 33);
    }
    const Loaded loaded = load(with("[{user_agent: Googlebot/2.1}]"));
    EXPECT_NE(loaded.diagnostics[0].text.find("did you mean `Googlebot`?"),
              std::string::npos);
}

TEST_F(LoaderGroups, AGroupIsForTokensOrForACategory) {
    expect_error(with("[{disallow: /}]"), "bad-group", 2, 20);
    expect_error(with("[{user_agent: x, category: seo}]"), "bad-group", 2, 20);
    expect_error(with("[{user_agent: []}]"), "empty-value", 2, 33);
    expect_error(with("[{category: seoo}]"), "unknown-category", 2, 31);
    expect_error(with("{user_agent: x}"), "wrong-type", 2, 19);
}

TEST_F(LoaderGroups, ACategoryOmitsCrawlersThatOtherGroupsName) {
    const std::string yaml =
        "version: 1\n"
        "crawlers:\n"
        "  - {token: zqbot, category: ai-agent}\n"
        "  - {token: Aqbot, category: ai-agent}\n"
        "  - {token: mqbot, category: ai-agent}\n"
        "default:\n"
        "  groups:\n"
        "    - {category: ai-agent, disallow: /}\n"
        "    - {user_agent: MQBOT, disallow: /m}\n";
    const std::string text = robots_txt(yaml);
    const std::size_t first = text.find("User-agent: Aqbot\n");
    const std::size_t last = text.find("User-agent: zqbot\n");
    ASSERT_NE(first, std::string::npos) << text;
    ASSERT_NE(last, std::string::npos) << text;
    EXPECT_LT(first, last);
    EXPECT_EQ(text.find("User-agent: mqbot\n"), std::string::npos);
    EXPECT_NE(text.find("\nUser-agent: MQBOT\nDisallow: /m\n"),
              std::string::npos);
}

TEST_F(LoaderGroups, InheritStartsFromAnotherGroup) {
    EXPECT_EQ(
        robots_txt(with("[{user_agent: a, inherit: B, allow: /c}, {user_agent: "
                        "b, inherit: '*', disallow: /b}, {user_agent: '*', "
                        "disallow: /s, crawl_delay: 2s}]")),
        "User-agent: a\nAllow: /c\nDisallow: /s\nDisallow: /b\n"
        "Crawl-delay: 2\n"
        "\n"
        "User-agent: b\nDisallow: /s\nDisallow: /b\nCrawl-delay: 2\n"
        "\n"
        "User-agent: *\nDisallow: /s\nCrawl-delay: 2\n");
}

TEST_F(LoaderGroups, InheritedRulesKeepTheirPlace) {
    const Loaded loaded = load(
        "version: 1\ndefault:\n  groups:\n"
        "    - {user_agent: '*', disallow: /s}\n"
        "    - {user_agent: a, inherit: '*'}\n");
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const Group* group =
        loaded.policy->default_site()->robots->groups.named("a");
    ASSERT_EQ(group->rules.rules().size(), 1u);
    EXPECT_EQ(loaded.policy->where(group->rules.rules()[0].place),
              path("policy.yaml") + ":4:35");
}

TEST_F(LoaderGroups, UnknownAndCyclicInheritAreErrors) {
    expect_error(with("[{user_agent: a, inherit: '*'}]"), "unknown-group", 2,
                 45);
    expect_error(with("[{user_agent: a, inherit: a}]"), "inherit-cycle", 2, 45);
    expect_error(with("[{user_agent: a, inherit: b}, {user_agent: b, inherit: "
                      "a}]"),
                 "inherit-cycle", 2, 74);
    expect_error(with("[{user_agent: a, inherit: a/2}]"), "bad-token", 2, 45);
}

TEST_F(LoaderGroups, InheritingFromManyGroupsOfNothingIsBounded) {
    std::string groups;
    for (int i = 0; i < 1000; ++i) {
        groups += "{user_agent: a}, {user_agent: b" + std::to_string(i) +
                  ", inherit: a}, ";
    }
    const Loaded loaded = load(with("[" + groups + "{user_agent: c}]"));
    EXPECT_EQ(loaded.policy, nullptr);
    ASSERT_FALSE(loaded.diagnostics.empty());
    EXPECT_EQ(loaded.diagnostics[0].code, "body-too-large");
}

TEST_F(LoaderGroups, TheNumberOfInheritedRulesIsLimited) {
    std::string yaml = "version: 1\ndefault:\n  groups:\n";
    for (int i = 0; i < 3000; ++i) {
        yaml += "    - {user_agent: a" + std::to_string(i) +
                (i > 0 ? ", inherit: a" + std::to_string(i - 1) : "") +
                ", disallow: /" + std::to_string(i) + "}\n";
    }
    const Loaded loaded = load(yaml);
    EXPECT_EQ(loaded.policy, nullptr);
    ASSERT_EQ(loaded.diagnostics.size(), 1u);
    EXPECT_EQ(loaded.diagnostics[0].code, "body-too-large");
}

TEST_F(LoaderGroups, ATokenInSeveralGroupsIsPublishedInOneGroup) {
    EXPECT_EQ(robots_txt(with("[{user_agent: [X, Y], disallow: /a}, "
                              "{user_agent: x, disallow: /b, crawl_delay: 2s},"
                              " {user_agent: '*', disallow: /c}]")),
              "User-agent: X\nDisallow: /a\nDisallow: /b\nCrawl-delay: 2\n\n"
              "User-agent: Y\nDisallow: /a\n\n"
              "User-agent: *\nDisallow: /c\n");
}

// `inherit` gives its group the rules of the other; then both are merged.
TEST_F(LoaderGroups, AnInheritingGroupIsMergedToo) {
    EXPECT_EQ(robots_txt(with("[{user_agent: '*', disallow: /a}, "
                              "{user_agent: x, inherit: '*', disallow: /b}, "
                              "{user_agent: [x, y], inherit: '*', "
                              "crawl_delay: 2s}]")),
              "User-agent: x\nDisallow: /a\nDisallow: /b\nCrawl-delay: 2\n\n"
              "User-agent: y\nDisallow: /a\nCrawl-delay: 2\n\n"
              "User-agent: *\nDisallow: /a\n");
}

TEST_F(LoaderGroups, CrawlersOfTwoCategoriesArePublishedOnce) {
    const std::string text =
        robots_txt(with("[{category: [ai-training, seo], disallow: /a}, "
                        "{category: seo, crawl_delay: 2s}]"));
    const auto count = [&text](const std::string& line) {
        std::size_t found = 0;
        for (std::size_t at = text.find(line); at != std::string::npos;
             at = text.find(line, at + 1)) {
            ++found;
        }
        return found;
    };
    EXPECT_EQ(count("User-agent: AhrefsBot\n"), 1u);
    EXPECT_EQ(count("User-agent: GPTBot\n"), 1u);
    EXPECT_EQ(count("Disallow: /a\n"), 2u);
    EXPECT_EQ(count("Crawl-delay: 2\n"), 1u);
}

TEST_F(LoaderGroups, GroupsTooLargeToMergeArePublishedAsWritten) {
    std::string agents;
    std::string own;
    std::string rules;
    for (int i = 0; i < 300; ++i) {
        const std::string bot{'q', static_cast<char>('a' + i / 26),
                              static_cast<char>('a' + i % 26)};
        agents += (i == 0 ? "" : ", ") + bot;
        own += ", {user_agent: " + bot + ", allow: /" + bot + "/}";
    }
    for (int i = 0; i < 900; ++i) {
        rules += (i == 0 ? "/c/" : ", /c/") + std::to_string(i) + '/';
    }
    const std::string yaml = with("[{user_agent: [" + agents +
                                  "], disallow: [" + rules + "]}" + own + "]");
    expect_warnings(yaml, {{"token-in-two-groups", 2, 10}});
    EXPECT_NE(robots_txt(yaml).find("\n\nUser-agent: qaa\nAllow: /qaa/\n"),
              std::string::npos);
}

TEST_F(LoaderGroups, ScalarsAreRendered) {
    EXPECT_EQ(rules("crawl_delay: 1.5s, comment: \"one\\ntwo\", content_signal:"
                    " {ai-train: no, search: yes}"),
              "# one\n# two\nUser-agent: x\nDisallow:\nCrawl-delay: 1.5\n"
              "Content-Signal: search=yes, ai-train=no\n");
    EXPECT_EQ(rules("crawl_delay: 500ms"),
              "User-agent: x\nDisallow:\nCrawl-delay: 0.5\n");
    EXPECT_EQ(rules("crawl_delay: 1d"),
              "User-agent: x\nDisallow:\nCrawl-delay: 86400\n");
    EXPECT_EQ(rules("crawl_delay: 7d"),
              "User-agent: x\nDisallow:\nCrawl-delay: 604800\n");
}

TEST_F(LoaderGroups, ScalarsAreChecked) {
    for (const char* delay : {"2", "s", "-1s", "2 s", "1h30m", "1.s", ".5s",
                              "0.0001s", "01s", "2S", "1e3s", "99999999999s"}) {
        expect_error(with("[{user_agent: x, crawl_delay: '" +
                          std::string(delay) + "'}]"),
                     "bad-duration", 2, 49);
    }
    expect_error(with("[{user_agent: x, crawl_delay: 0s}]"), "out-of-range", 2,
                 49);
    expect_error(with("[{user_agent: x, crawl_delay: 169h}]"), "out-of-range",
                 2, 49);
    expect_error(with("[{user_agent: x, replace: 1}]"), "bad-boolean", 2, 45);
    const Loaded bare = load(with("[{user_agent: x, crawl_delay: 2}]"));
    EXPECT_NE(bare.diagnostics[0].text.find("did you mean `2s`?"),
              std::string::npos);
}

// draft-kelley-aipref-training-preference-signal-00
TEST_F(LoaderGroups, TokensOfUsesNameNoCrawler) {
    const std::string yaml =
        with("[{user_agent: __usage_train-ai, disallow: /}]");
    EXPECT_EQ(robots_txt(yaml), "User-agent: __usage_train-ai\nDisallow: /\n");
    const Loaded loaded = load(yaml);
    EXPECT_EQ(all(loaded.diagnostics), "");
    EXPECT_EQ(loaded.policy->crawlers()
                  .identify("__usage_train-ai/1.0 (+http://x.example)")
                  .crawler,
              nullptr);
}

TEST_F(LoaderGroups, NamedTokensAreKnownCrawlers) {
    const Loaded loaded = load(with("[{user_agent: Qqxbot, disallow: /}]"));
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const Sighting sighting =
        loaded.policy->crawlers().identify("Qqxbot/1.0 (+http://x.example)");
    ASSERT_NE(sighting.crawler, nullptr);
    EXPECT_FALSE(sighting.crawler->catalogued);
    EXPECT_EQ(sighting.category, Category::other);
}

TEST_F(LoaderGroups, TooManySimilarTokensAreAWarning) {
    std::string tokens = "Zzzzzzzz";
    for (int i = 0; i < 100; ++i) {
        tokens += ", Zzzzzzzz";
        tokens += static_cast<char>('a' + i / 26);
        tokens += static_cast<char>('a' + i % 26);
    }
    expect_warnings(with("[{user_agent: [" + tokens + "], disallow: /}]"),
                    {{"tokens-alike", 2, 800}});
}

TEST_F(LoaderGroups, ABrowserWordAsTokenIsAWarning) {
    expect_warnings(with("[{user_agent: Mozilla, disallow: /}]"),
                    {{"token-is-a-browser-word", 2, 33}});
}

}  // namespace
}  // namespace robots
