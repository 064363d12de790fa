// `robots_txt: none`, `pass` and `composed`: who else publishes it.

#include "tests/unit/policy/lint/lint_fixture.hpp"
#include "tests/unit/policy/loader/default_body.hpp"

namespace robots {
namespace {

class LoaderPublisher : public WithDefaultBody<LintFixture> {
  protected:
    Publisher publisher(const std::string& body) const {
        return served(with(body))->settings->publisher;
    }
};

TEST_F(LoaderPublisher, ThePolicyPublishesUnlessItSaysOtherwise) {
    EXPECT_EQ(publisher("{}"), Publisher::policy);
    EXPECT_EQ(publisher("{robots_txt: {text: x}}"), Publisher::policy);
    EXPECT_EQ(publisher("{robots_txt: none}"), Publisher::nobody);
    EXPECT_EQ(publisher("{robots_txt: pass}"), Publisher::application);
    EXPECT_EQ(publisher("{robots_txt: composed}"), Publisher::policy);
}

TEST_F(LoaderPublisher, GroupsArePassedOnToEnforcementOnly) {
    const auto robots =
        served(with("{robots_txt: pass, enforce: reject,"
                    " groups: [{user_agent: GPTBot, disallow: /x}]}"));
    const Group* group = robots->groups.named("GPTBot");
    ASSERT_NE(group, nullptr);
    EXPECT_EQ(group->enforcement->action_for(Violation::disallow),
              Action::reject);
}

TEST_F(LoaderPublisher, ASiteTakesBackThatItsTemplatePasses) {
    const std::string yaml =
        "version: 1\ntemplates: {t: {robots_txt: pass}}\n"
        "default: {template: t, robots_txt: composed, sitemap: "
        "'http://a/s'}\n";
    EXPECT_EQ(served(yaml)->settings->publisher, Publisher::policy);
    EXPECT_EQ(robots_txt(yaml), "Sitemap: http://a/s\n");
}

TEST_F(LoaderPublisher, NothingIsAddedToTheApplicationsRobotsTxt) {
    for (const char* key : {"sitemap", "comment", "license", "clean_param"}) {
        expect_error(with("{robots_txt: pass, " + std::string(key) + ": x}"),
                     "verbatim-and-composed", 2, 23);
        const std::string inherited =
            "version: 1\ntemplates:\n  t: {" + std::string(key) +
            ": x}\ndefault:\n  template: t\n  robots_txt: pass\n";
        expect_error(inherited, "verbatim-and-composed", 6, 15);
        EXPECT_NE(load(inherited + "  " + key + ": []\n").policy, nullptr);
        EXPECT_NE(load(inherited + "  " + key + ": null\n").policy, nullptr);
    }
}

TEST_F(LoaderPublisher, WhatPublishesNothingHasNoGroups) {
    for (const char* key : {"groups: []", "sitemap: x", "comment: x"}) {
        expect_error(with("{robots_txt: none, " + std::string(key) + "}"),
                     "verbatim-and-composed", 2, 23);
    }
}

TEST_F(LoaderPublisher, OtherWordsAreErrors) {
    expect_error(with("{robots_txt: robots.txt}"), "bad-value", 2, 23);
    expect_error(with("{robots_txt: [none]}"), "wrong-type", 2, 23);
    expect_error(with("{robots_txt: {pass: true}}"), "unknown-key", 2, 24);
    expect_error(with("{robots_txt: {}}"), "bad-value", 2, 23);
    expect_error(with("{robots_txt: {file: y, text: x}}"), "bad-value", 2, 23);
}

TEST_F(LoaderPublisher, WhoPublishesIsPartOfTheRevision) {
    EXPECT_NE(served(with("{}"))->revision.text(),
              served(with("{robots_txt: none}"))->revision.text());
    EXPECT_NE(served(with("{}"))->revision.text(),
              served(with("{robots_txt: pass}"))->revision.text());
}

TEST_F(LoaderPublisher, SitesThatDifferInItAloneShareNoSettings) {
    const Loaded loaded = load(
        "version: 1\nsites:\n"
        "  - {host: a.example, robots_txt: none}\n"
        "  - {host: b.example, robots_txt: pass}\n"
        "  - {host: c.example}\n");
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const auto of = [&](const char* url) {
        return site_of(*loaded.policy, url)->robots->settings->publisher;
    };
    EXPECT_EQ(of("http://a.example/"), Publisher::nobody);
    EXPECT_EQ(of("http://b.example/"), Publisher::application);
    EXPECT_EQ(of("http://c.example/"), Publisher::policy);
}

TEST_F(LoaderPublisher, RulesThatNobodyCanReadAreWarnedAboutOnlyIfActedOn) {
    const auto site = [](const std::string& keys) {
        return "sites: [{host: a.example, " + keys +
               ", groups: [{user_agent: '*', disallow: /x/}]}]\n";
    };
    EXPECT_EQ(codes(site("robots_txt: pass, enforce: reject")),
              one("unpublished-groups"));
    EXPECT_EQ(codes(site("robots_txt: pass, enforce: log")), none());
    EXPECT_EQ(codes(site("enforce: reject")), none());
    EXPECT_EQ(codes(site("robots_txt: pass, enforce: reject, suspend: true")),
              none());
}

}  // namespace
}  // namespace robots
