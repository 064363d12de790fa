// `license`, `content_signal` and `content_usage` of groups.

#include <gmock/gmock.h>

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

using ::testing::HasSubstr;

class LoaderUse : public PolicyFixture {
  protected:
    static std::string with(const std::string& groups) {
        return "version: 1\ndefault: {groups: " + groups + "}\n";
    }
    // The robots.txt of one group for "x" that has `keys`.
    std::string lines(const std::string& keys) const {
        return robots_txt(
            with("[{user_agent: x, disallow: /a, " + keys + "}]"));
    }
    // `value` of `key` is refused; it starts in column 37 and the key's length.
    void expect_bad(const std::string& key, const std::string& value,
                    const std::string& code, std::uint32_t column) const {
        expect_error(with("[{user_agent: x, " + key + ": " + value + "}]"),
                     code, 2, column);
    }

    const std::string x = "User-agent: x\nDisallow: /a\n";
};

// RSL 1.0: a group's licences replace those for all.
TEST_F(LoaderUse, ALicenseIsForTheSiteOrForAGroup) {
    EXPECT_EQ(
        robots_txt("version: 1\ndefault: {license: https://a.example/all, "
                   "groups: [{user_agent: x, license: [https://a.example/1, "
                   "'https://${host}/2']}, {user_agent: '*'}]}\n",
                   "https://b.example/"),
        "License: https://a.example/all\n\n"
        "User-agent: x\nDisallow:\nLicense: https://a.example/1\n"
        "License: https://b.example/2\n\n"
        "User-agent: *\nDisallow:\n");
    expect_bad("license", "''", "empty-value", 45);
    expect_bad("license", "'https://a/#b'", "bad-value", 45);
    expect_bad("license", "{a: b}", "wrong-type", 45);
}

TEST_F(LoaderUse, ASitesLicenseOfAGroupReplacesItsTemplates) {
    const std::string base =
        "version: 1\ntemplates: {t: {groups: [{user_agent: x, disallow: /a, "
        "license: https://a/1}]}}\ndefault: {template: t, groups: "
        "[{user_agent: x";
    EXPECT_EQ(robots_txt(base + "}]}\n"), x + "License: https://a/1\n");
    EXPECT_EQ(robots_txt(base + ", license: https://a/2}]}\n"),
              x + "License: https://a/2\n");
    EXPECT_EQ(robots_txt(base + ", license: null}]}\n"), x);
}

// A site's `usage` is in each of its groups, and would multiply.
TEST_F(LoaderUse, ManyPathsInManyGroupsAreTooLarge) {
    std::string groups;
    for (int i = 0; i < 1000; ++i) {
        groups += "{user_agent: a" + std::to_string(i) + ", allow: /}, ";
    }
    std::string usage;
    for (int i = 0; i < 100; ++i) {
        usage += "{path: /" + std::string(100, 'a') + std::to_string(i) +
                 "/, disallow: [train-ai]}, ";
    }
    const Loaded loaded =
        load(with("[" + groups + "{user_agent: '*'}], usage: [" + usage +
                  "{allow: [search]}]"));
    EXPECT_EQ(loaded.policy, nullptr);
    EXPECT_THAT(all(loaded.diagnostics), HasSubstr("takes more than 4 MB"));
}

TEST_F(LoaderUse, PathsOfSignalsAreCountedBeforeTheyMultiply) {
    std::string paths;
    for (int i = 0; i < 2000; ++i) {
        paths += "/" + std::to_string(i) + ", ";
    }
    expect_bad("content_signal", "{path: [" + paths + "/], search: yes}",
               "out-of-range", 52);
}

TEST_F(LoaderUse, SignalsMayHavePathsAndAUse) {
    EXPECT_EQ(lines("content_signal: {use: reference, ai-train: no, Search: "
                    "YES}"),
              x + "Content-Signal: search=yes, ai-train=no, use=reference\n");
    EXPECT_EQ(lines("content_signal: [{ai-train: no}, {path: [/press/, "
                    "{extension: pdf}, '*.zip'], ai-train: yes}, {path: /, "
                    "search: no}]"),
              x + "Content-Signal: search=no, ai-train=no\n"
                  "Content-Signal: /press/ ai-train=yes\n"
                  "Content-Signal: /*.pdf$ ai-train=yes\n"
                  "Content-Signal: /*.pdf? ai-train=yes\n"
                  "Content-Signal: /*.zip ai-train=yes\n");
}

TEST_F(LoaderUse, SignalsThatNobodyKnowsAreKeptWithAWarning) {
    for (const char* signals :
         {"{ai_train: no}", "{search: true}", "{other-word: word}"}) {
        expect_warnings(with("[{user_agent: x, content_signal: " +
                             std::string(signals) + "}]"),
                        {{"unknown-signal", 2, 52}});
    }
    EXPECT_EQ(lines("content_signal: {other: Word, search: true}"),
              x + "Content-Signal: search=true, other=Word\n");
    const Loaded loaded =
        load(with("[{user_agent: x, content_signal: {ai_train: no}}]"));
    EXPECT_THAT(loaded.diagnostics.at(0).text,
                HasSubstr("unknown signal `ai_train`; did you mean "
                          "`ai-train`?"));
}

TEST_F(LoaderUse, InvalidSignalsAreErrors) {
    expect_bad("content_signal", "{search: 'yes, no'}", "bad-value", 61);
    expect_bad("content_signal", "{'a b': no}", "bad-value", 60);
    expect_bad("content_signal", "{'a=b': no}", "bad-value", 60);
    expect_bad("content_signal", "{search: ''}", "bad-value", 61);
    expect_bad("content_signal", "{search: " + std::string(65, 'a') + "}",
               "bad-value", 61);
    expect_bad("content_signal", "yes", "wrong-type", 52);
    expect_bad("content_signal", "[{path: [], search: no}]", "empty-value", 60);
    std::string many;
    for (int i = 0; i < 33; ++i) {
        many += (i == 0 ? "" : ", ") + ("k" + std::to_string(i)) + ": no";
    }
    EXPECT_THAT(
        all(load(with("[{user_agent: x, content_signal: {" + many + "}}]"))
                .diagnostics),
        HasSubstr("`content_signal` has more than 32 signals"));
}

TEST_F(LoaderUse, ASitesSignalsAreLaidOverItsTemplates) {
    const std::string base =
        "version: 1\ntemplates: {t: {groups: [{user_agent: x, disallow: /a, "
        "content_signal: [{search: yes, ai-train: yes}, {path: /p, search: "
        "no}]}]}}\ndefault: {template: t, groups: [{user_agent: x, "
        "content_signal: ";
    EXPECT_EQ(robots_txt(base + "{ai-train: no}}]}\n"),
              x + "Content-Signal: search=yes, ai-train=no\n"
                  "Content-Signal: /p search=no\n");
    EXPECT_EQ(robots_txt(base + "{path: /p, ai-input: no}}]}\n"),
              x + "Content-Signal: search=yes, ai-train=yes\n"
                  "Content-Signal: /p search=no, ai-input=no\n");
    EXPECT_EQ(robots_txt(base + "null}]}\n"), x);
}

TEST_F(LoaderUse, ContentUsageIsALineForEachPath) {
    EXPECT_EQ(lines("content_usage: train-ai=n"),
              x + "Content-Usage: train-ai=n\n");
    EXPECT_EQ(lines("content_usage: 'train-ai=n, search=y'"),
              x + "Content-Usage: train-ai=n, search=y\n");
    EXPECT_EQ(lines("content_usage: {/: train-ai=n, /café/: train-ai=y}"),
              x + "Content-Usage: train-ai=n\n"
                  "Content-Usage: /caf%C3%A9/ train-ai=y\n");
}

// attach 3.2: paths start with "/". What starts otherwise is no path.
TEST_F(LoaderUse, PathsOfContentUsageStartWithASlash) {
    EXPECT_EQ(lines("content_usage: {'*.pdf': train-ai=n}"),
              x + "Content-Usage: /*.pdf train-ai=n\n");
}

// attach 3.1, vocab 5.1.
TEST_F(LoaderUse, OfEqualPathsTheStricterPreferenceCounts) {
    EXPECT_EQ(lines("content_usage: {/a: 'train-ai=y, search=y', '/%61': "
                    "train-ai=n}"),
              x + "Content-Usage: /a train-ai=n, search=y\n");
    EXPECT_EQ(robots_txt(with("[{user_agent: x, disallow: /a, content_usage: "
                              "train-ai=n}, {user_agent: x, content_usage: "
                              "train-ai=y}]")),
              x + "Content-Usage: train-ai=n\n");
}

TEST_F(LoaderUse, ContentUsageDoesNotEndAGroup) {
    const Loaded loaded = load(
        with("[{user_agent: x, content_usage: train-ai=n}, {user_agent: y, "
             "disallow: /y, content_usage: {/*: train-ai=y}}]"));
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const RobotsTxt read = parse_robots_txt(
        render(*loaded.policy, "http://a.example/"), Reading::lenient);
    ASSERT_EQ(read.groups.size(), 2u);
    EXPECT_TRUE(read.groups[0].rules.empty());
    EXPECT_EQ(read.groups[1].rules.size(), 1u);
}

TEST_F(LoaderUse, InvalidContentUsageIsAnError) {
    for (const char* usage :
         {"''", "train-ai", "train-ai=no", "train-ai=N", "=n", "Train-AI=n",
          "'train-ai=n search=y'", "',train-ai=n'", "'train-ai = n'",
          "'/a train-ai=n'", "true", "'train-ai=n # no'", "'train-ai=n;a=b'",
          "'train-ai=n, search=\"n\"'"}) {
        expect_bad("content_usage", usage, "bad-value", 51);
    }
    expect_bad("content_usage", "[train-ai=n]", "wrong-type", 51);
    expect_bad("content_usage", "{a: train-ai=n}", "bad-path", 52);
    expect_bad("content_usage", "{'/a b': train-ai=n}", "bad-path", 52);
    expect_bad("content_usage", "{'': train-ai=n}", "empty-value", 52);
    expect_bad("content_usage", "{/a: train-ai}", "bad-value", 56);
}

TEST_F(LoaderUse, LabelsOfOlderDraftsGetTheirReplacement) {
    const auto said = [this](const std::string& label) {
        const Loaded loaded =
            load(with("[{user_agent: x, content_usage: " + label + "=n}]"));
        return all(loaded.diagnostics);
    };
    EXPECT_EQ(said("train-ai"), "");
    EXPECT_EQ(said("search"), "");
    for (const char* label : {"genai", "train-genai", "ai"}) {
        EXPECT_THAT(said(label),
                    HasSubstr("of an older draft than "
                              "draft-ietf-aipref-vocab-08, and crawlers "
                              "ignore it; write `train-ai`"));
    }
    for (const char* label : {"all", "bots", "tdm"}) {
        EXPECT_THAT(said(label), HasSubstr("write `train-ai` and `search`"));
    }
    for (const char* label : {"ai-use", "ai-output", "inference"}) {
        EXPECT_THAT(said(label), HasSubstr("`content_signal: {ai-input: "
                                           "...}`"));
    }
    EXPECT_THAT(said("train-al"), HasSubstr("did you mean `train-ai`?"));
}

class LoaderUsage : public LoaderUse {
  protected:
    static std::string site(const std::string& keys) {
        return "version: 1\ndefault: {" + keys + "}\n";
    }
    // The headers of responses, "path: Content-Usage | tdm-reservation".
    std::string headers(const std::string& keys) const {
        const Loaded loaded = load(site(keys));
        if (loaded.policy == nullptr) {
            return all(loaded.diagnostics);
        }
        std::string out;
        for (const UseHeaders& each :
             loaded.policy->default_site()->robots->settings->use_headers) {
            out += std::string(each.path.text()) + ": " + each.content_usage +
                   " | " + each.tdm_reservation + "\n";
        }
        return out;
    }
};

TEST_F(LoaderUsage, IsSaidInEveryGroupAndDialect) {
    const std::string keys =
        "usage: [{disallow: [train-ai], allow: [search]}, {path: /press/, "
        "allow: [train-ai]}], groups: [{user_agent: x, disallow: /}, "
        "{user_agent: '*', disallow: /a/}]";
    const std::string said =
        "Content-Signal: search=yes, ai-train=no\n"
        "Content-Signal: /press/ search=yes, ai-train=yes\n"
        "Content-Usage: train-ai=n, search=y\n"
        "Content-Usage: /press/ train-ai=y, search=y\n";
    EXPECT_EQ(robots_txt(site(keys)), "User-agent: x\nDisallow: /\n" + said +
                                          "\nUser-agent: *\nDisallow: /a/\n" +
                                          said);
    EXPECT_EQ(headers(keys),
              "/: train-ai=n, search=y | \n/press/: train-ai=y, search=y | \n");
    EXPECT_EQ(all(load(site(keys)).diagnostics), "");
}

TEST_F(LoaderUsage, ReachesCrawlersWithoutAGroup) {
    EXPECT_EQ(robots_txt(site("usage: {disallow: ai-input}")),
              "User-agent: *\nDisallow:\nContent-Signal: ai-input=no\n");
    EXPECT_EQ(robots_txt(site("usage: {disallow: search}, usage_as: "
                              "content_usage, groups: [{user_agent: x}]")),
              "User-agent: x\nDisallow:\nContent-Usage: search=n\n\n"
              "User-agent: *\nDisallow:\nContent-Usage: search=n\n");
}

TEST_F(LoaderUsage, AGroupsOwnDialectReplacesIt) {
    const std::string keys =
        "usage: {disallow: train-ai}, groups: [{user_agent: '*', "
        "content_usage: ";
    EXPECT_EQ(robots_txt(site(keys + "search=y}]")),
              "User-agent: *\nDisallow:\nContent-Signal: ai-train=no\n"
              "Content-Usage: search=y\n");
    expect_warnings(site(keys + "train-ai=y}]"),
                    {{"contradicting-use", 2, 82}});
}

TEST_F(LoaderUsage, AGroupsOwnDialectReplacesItInAMergedGroup) {
    const std::string usage = "usage: {allow: [train-ai, search]}, groups: [";
    const std::string own =
        "{user_agent: x, content_signal: {ai-train: no}, content_usage: "
        "search=n}";
    const std::string both = "{user_agent: [x, y], disallow: /c/}";
    const std::string of_x =
        "User-agent: x\nDisallow: /c/\nContent-Signal: ai-train=no\n"
        "Content-Usage: search=n\n";
    for (const std::string& groups : {own + ", " + both, both + ", " + own}) {
        const std::string text = robots_txt(site(usage + groups + "]"));
        EXPECT_THAT(text, HasSubstr(of_x + "\n")) << groups;
        EXPECT_THAT(text, HasSubstr("User-agent: y\nDisallow: /c/\n"
                                    "Content-Signal: search=yes, ai-train=yes\n"
                                    "Content-Usage: train-ai=y, search=y\n"))
            << groups;
    }
    // In the other dialect, the site's still counts.
    EXPECT_THAT(robots_txt(site(usage + both +
                                ", {user_agent: x, content_usage: "
                                "train-ai=n}]")),
                HasSubstr("User-agent: x\nDisallow: /c/\n"
                          "Content-Signal: search=yes, ai-train=yes\n"
                          "Content-Usage: train-ai=n\n\n"));
}

TEST_F(LoaderUsage, HeadersAreThoseThatAreAskedFor) {
    const std::string usage =
        "usage: [{disallow: [train-ai, search]}, {path: /press/, allow: "
        "train-ai}, {path: /open/, allow: [train-ai, search]}]";
    EXPECT_EQ(headers(usage + ", usage_as: [content_usage, tdmrep]"),
              "/: train-ai=n, search=n | 1\n"
              "/press/: train-ai=y, search=n | \n"
              "/open/: train-ai=y, search=y | 0\n");
    EXPECT_EQ(headers(usage + ", usage_as: tdmrep"),
              "/:  | 1\n/press/:  | \n/open/:  | 0\n");
    EXPECT_EQ(robots_txt(site(usage + ", usage_as: tdmrep")), "");
    EXPECT_EQ(headers(usage + ", usage_as: content_signal"), "");
    EXPECT_EQ(headers("usage: {disallow: ai-input}"), "");
    EXPECT_EQ(headers("usage_as: tdmrep"), "");
}

TEST_F(LoaderUsage, ASiteReplacesItsTemplates) {
    const std::string base =
        "version: 1\ntemplates: {t: {usage: {disallow: train-ai}}}\n"
        "default: {template: t";
    const std::string none = "User-agent: *\nDisallow:\n";
    EXPECT_EQ(robots_txt(base + "}\n"), none +
                                            "Content-Signal: ai-train=no\n"
                                            "Content-Usage: train-ai=n\n");
    EXPECT_EQ(robots_txt(base + ", usage: {allow: search}}\n"),
              none + "Content-Signal: search=yes\nContent-Usage: search=y\n");
    EXPECT_EQ(robots_txt(base + ", usage_as: content_signal}\n"),
              none + "Content-Signal: ai-train=no\n");
    EXPECT_EQ(robots_txt(base + ", usage: null}\n"), "");
}

TEST_F(LoaderUsage, MistakesAreErrors) {
    expect_error(site("usage: {path: /a}"), "missing-key", 2, 18);
    expect_error(site("usage: {allow: ai-train}"), "unknown-use", 2, 26);
    expect_error(site("usage: {allow: search, disallow: search}"),
                 "contradicting-use", 2, 44);
    expect_error(site("usage: {path: [], allow: search}"), "empty-value", 2,
                 25);
    expect_error(site("usage: {path: a, allow: search}"), "bad-path", 2, 25);
    expect_error(site("usage: no"), "wrong-type", 2, 18);
    expect_error(site("usage: {allow: search}, usage_as: noai"), "bad-value", 2,
                 45);
    std::string paths;
    for (int i = 0; i < 101; ++i) {
        paths += (i == 0 ? "/" : ", /") + std::to_string(i);
    }
    expect_error(site("usage: {path: [" + paths + "], allow: search}"),
                 "out-of-range", 2, 18);
}

TEST_F(LoaderUsage, AClosedSiteAllowsNothing) {
    expect_warnings(site("usage: {allow: search}, groups: [{user_agent: '*', "
                         "disallow: /}]"),
                    {{"use-of-closed", 2, 44}});
}

}  // namespace
}  // namespace robots
