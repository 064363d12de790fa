// Bodies: what a template, a site or the default says outside its groups, and
// how bodies build on templates.

#include <ctime>

#include "tests/unit/policy/loader/default_body.hpp"
#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

class LoaderBody : public WithDefaultBody<PolicyFixture> {};

// RSL 1.0: behind a User-agent line, a License would be that group's.
TEST_F(LoaderBody, LinesFollowTheGroupsAndALicenseIsInFront) {
    EXPECT_EQ(robots_txt(with("{comment: [one, \"two\\n\\nthree\"], sitemap: "
                              "[http://a/1, http://a/2], license: http://a/l, "
                              "clean_param: 's /p', lines: {Host: a.example}, "
                              "groups: [{user_agent: '*', disallow: /x}]}")),
              "# one\n# two\n#\n# three\n\n"
              "License: http://a/l\n\n"
              "User-agent: *\nDisallow: /x\n\n"
              "Sitemap: http://a/1\nSitemap: http://a/2\n"
              "Clean-param: s /p\nHost: a.example\n");
    EXPECT_EQ(robots_txt(with("{}")), "");
}

TEST_F(LoaderBody, AHashInALineIsAnError) {
    expect_error(with("{sitemap: 'http://a/#x'}"), "bad-value", 2, 20);
    expect_error(with("{sitemap: ['']}"), "empty-value", 2, 21);
}

TEST_F(LoaderBody, DurationsHaveBounds) {
    EXPECT_EQ(served(with("{}"))->settings->max_age, std::chrono::hours(1));
    EXPECT_EQ(served(with("{max_age: 5m}"))->settings->max_age,
              std::chrono::minutes(5));
    EXPECT_EQ(served(with("{max_age: 24h}"))->settings->max_age,
              std::chrono::hours(24));
    expect_error(with("{max_age: 25h}"), "out-of-range", 2, 20);
    expect_error(with("{max_age: 1500ms}"), "bad-duration", 2, 20);
    expect_error(with("{max_age: 3600}"), "bad-duration", 2, 20);
    expect_error(with("{max_age: 00s}"), "bad-duration", 2, 20);
}

TEST_F(LoaderBody, ASiteMayBeSuspended) {
    EXPECT_FALSE(served(with("{}"))->settings->suspend);
    EXPECT_EQ(served(with("{suspend: true}"))->settings->suspend,
              std::chrono::hours(1));
    EXPECT_EQ(served(with("{suspend: {retry_after: 2m}}"))->settings->suspend,
              std::chrono::minutes(2));
    EXPECT_EQ(served(with("{suspend: {}}"))->settings->suspend,
              std::chrono::hours(1));
    expect_error(with("{suspend: yes}"), "bad-boolean", 2, 20);
    expect_error(with("{suspend: {retry_after: 0s}}"), "out-of-range", 2, 34);
    expect_error(with("{suspend: {after: 1s}}"), "unknown-key", 2, 21);
}

TEST_F(LoaderBody, AFileIsServedByteForByte) {
    const std::string text =
        "User-Agent: a\r\nDisallow: /x\r\n\x01\xff#"
        "${host}";
    write("old/robots.txt", text);
    const Loaded loaded = load(with("{robots_txt: {file: old/robots.txt}}"));
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    EXPECT_EQ(render(*loaded.policy, "http://a.example/"), text);
    const Group* group =
        loaded.policy->default_site()->robots->groups.named("a");
    ASSERT_NE(group, nullptr);
    EXPECT_EQ(loaded.policy->where(group->rules.rules()[0].place),
              path("old/robots.txt") + ":2:1");
    ASSERT_EQ(loaded.policy->files.size(), 2u);
    EXPECT_GE(std::time(nullptr), loaded.policy->modified);
    EXPECT_LT(std::time(nullptr) - 60, loaded.policy->modified);
}

TEST_F(LoaderBody, ATextIsServedByteForByte) {
    EXPECT_EQ(robots_txt("version: 1\ndefault:\n  robots_txt:\n    text: |\n"
                         "      User-agent: *\n      Disallow: /x # y\n"),
              "User-agent: *\nDisallow: /x # y\n");
}

// They are judged by rules that are the same for all requests.
TEST_F(LoaderBody, ATextHasNoVariablesOfTheRequestInItsRules) {
    const auto with_text = [](const std::string& lines) {
        return "version: 1\ndefault: {robots_txt: {text: \"" + lines + "\"}}\n";
    };
    for (const char* rule : {"Allow: /static/${host}/", "Disallow: /${scheme}/",
                             "Disallow: /${port}", "Crawl-delay: ${port}"}) {
        expect_error(with_text("User-agent: *\\n" + std::string(rule)),
                     "per-request-variable", 2, 23);
    }
    expect_error(with_text("User-agent: ${host}\\nDisallow: /"),
                 "per-request-variable", 2, 23);
    const Loaded loaded = load(with_text(
        "User-agent: *\\nDisallow: /a\\nLicense: ${origin}/l\\n\\nSitemap: "
        "${origin}/s.xml"));
    EXPECT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
}

TEST_F(LoaderBody, VerbatimFilesAreChecked) {
    write("large.txt", std::string(kMaxRobotsTxt + 1, '#'));
    write("full.txt", std::string(kMaxRobotsTxt, '#'));
    expect_error(with("{robots_txt: {file: none.txt}}"), "unreadable-file", 2,
                 30);
    expect_error(with("{robots_txt: {file: large.txt}}"), "unreadable-file", 2,
                 30);
    EXPECT_NE(load(with("{robots_txt: {file: full.txt}}")).policy, nullptr);
    expect_error(with("{robots_txt: {file: .}}"), "unreadable-file", 2, 30);
    expect_error(with("{robots_txt: {file: ''}}"), "empty-value", 2, 30);
    expect_error(with("{robots_txt: x}"), "bad-value", 2, 23);
    expect_error(with("{robots_txt: {}}"), "bad-value", 2, 23);
    expect_error(with("{robots_txt: {file: full.txt, text: x}}"), "bad-value",
                 2, 23);
}

TEST_F(LoaderBody, RobotsTxtCannotBeCombinedWithGroups) {
    for (const char* key :
         {"groups: []", "sitemap: x", "comment: x", "license: x",
          "clean_param: x", "lines: {Host: x}"}) {
        expect_error(with("{robots_txt: {text: x}, " + std::string(key) + "}"),
                     "verbatim-and-composed", 2, 23);
    }
    const std::string inherited =
        "version: 1\ntemplates:\n  t:\n    sitemap: x\ndefault:\n"
        "  template: t\n  robots_txt: {text: x}\n";
    expect_error(inherited, "verbatim-and-composed", 7, 15);
    EXPECT_NE(load(inherited).diagnostics[0].text.find("policy.yaml:4:5"),
              std::string::npos);
}

TEST_F(LoaderBody, MissingKeysComeFromTheTemplate) {
    const std::string yaml =
        "version: 1\n"
        "templates:\n"
        "  base: {comment: base, sitemap: [http://a/1, http://a/2], max_age: "
        "2h}\n"
        "  mid: {template: base, sitemap: http://a/3, suspend: true}\n"
        "default: {template: mid, comment: own, suspend: false}\n";
    EXPECT_EQ(robots_txt(yaml), "# own\n\nSitemap: http://a/3\n");
    EXPECT_EQ(served(yaml)->settings->max_age, std::chrono::hours(2));
    EXPECT_FALSE(served(yaml)->settings->suspend);
}

TEST_F(LoaderBody, AFileWhoseMergedGroupsAreTooLargeIsAnError) {
    std::string agents;
    std::string own;
    for (int i = 0; i < 1000; ++i) {
        const std::string agent = "User-agent: b" + std::to_string(i) + '\n';
        agents += agent;
        own += agent + "Disallow: /b\n";
    }
    for (int i = 0; i < 400; ++i) {
        agents += "Disallow: /" + std::string(1000, 'x') + '\n';
    }
    write("robots.txt", agents + own);
    expect_errors("version: 1\ndefault: {robots_txt: {file: robots.txt}}\n",
                  {{"body-too-large", 1, 1, "robots.txt"}});
    EXPECT_EQ(load_robots_txt(path("robots.txt")).policy, nullptr);
}

TEST_F(LoaderBody, GroupsForTheSameCrawlersMerge) {
    const std::string yaml =
        "version: 1\n"
        "templates:\n"
        "  t:\n"
        "    groups:\n"
        "      - {user_agent: [A, b], disallow: /t, crawl_delay: 2s, comment: "
        "t, content_signal: {search: yes, ai-train: yes}}\n"
        "      - {user_agent: c, disallow: /c}\n"
        "default:\n"
        "  template: t\n"
        "  groups:\n"
        "    - {user_agent: [B, a], disallow: /s, crawl_delay: 1s, "
        "content_signal: {ai-train: no}}\n"
        "    - {user_agent: C, disallow: /own, replace: true}\n"
        "    - {user_agent: a, disallow: /a}\n";
    EXPECT_EQ(robots_txt(yaml),
              "# t\nUser-agent: A\nDisallow: /t\nDisallow: /s\nDisallow: /a\n"
              "Crawl-delay: 1\nContent-Signal: search=yes, ai-train=no\n\n"
              "# t\nUser-agent: b\nDisallow: /t\nDisallow: /s\n"
              "Crawl-delay: 1\nContent-Signal: search=yes, ai-train=no\n\n"
              "User-agent: C\nDisallow: /own\n");
}

TEST_F(LoaderBody, AGroupMayInheritFromItsTemplatesGroup) {
    EXPECT_EQ(robots_txt("version: 1\n"
                         "templates: {t: {groups: [{user_agent: '*', "
                         "disallow: /x}]}}\n"
                         "default: {template: t, groups: [{user_agent: a, "
                         "inherit: '*', disallow: /y}]}\n"),
              "User-agent: a\nDisallow: /x\nDisallow: /y\n\n"
              "User-agent: *\nDisallow: /x\n");
}

TEST_F(LoaderBody, AVariableCanChooseTheTemplate) {
    const std::string yaml =
        "version: 1\nvariables: {env: live}\n"
        "templates: {live: {comment: l}, test: {comment: t}}\n"
        "default: {template: '${env}'}\n";
    expect_warnings(yaml, {});
    EXPECT_EQ(robots_txt(yaml), "# l\n");
    EXPECT_EQ(robots_txt(yaml, "http://a.example/", {{"env", "test"}}),
              "# t\n");
}

TEST_F(LoaderBody, AnUnknownTemplateIsAnErrorWithAHint) {
    const std::string yaml =
        "version: 1\ntemplates: {base: {}}\ndefault: {template: bsae}\n";
    expect_error(yaml, "unknown-template", 3, 21);
    EXPECT_NE(load(yaml).diagnostics[0].text.find("did you mean `base`?"),
              std::string::npos);
    expect_error("version: 1\ntemplates: {a: {template: b}}\ndefault: {}\n",
                 "unknown-template", 2, 27);
    expect_error(with("{template: }"), "empty-value", 2, 11);
}

TEST_F(LoaderBody, TemplatesCantBuildOnThemselves) {
    expect_error(
        "version: 1\ntemplates: {a: {template: a}}\n"
        "default: {template: a}\n",
        "template-cycle", 2, 27);
    expect_error(
        "version: 1\ntemplates:\n  a: {template: b}\n"
        "  b: {template: c}\n  c: {template: a}\n"
        "default: {template: a}\n",
        "template-cycle", 5, 17);
    expect_error(
        "version: 1\ntemplates: {a: {template: b}, b: {template: a}}\n"
        "default: {}\n",
        "template-cycle", 2, 45);
}

TEST_F(LoaderBody, TheDepthOfTemplatesIsLimited) {
    std::string yaml = "version: 1\ntemplates:\n  t0: {comment: x}\n";
    for (int i = 1; i < 10000; ++i) {
        yaml += "  t" + std::to_string(i) + ": {template: t" +
                std::to_string(i - 1) + "}\n";
    }
    const Loaded deep = load(yaml + "default: {template: t9999}\n");
    EXPECT_EQ(deep.policy, nullptr);
    EXPECT_EQ(deep.diagnostics[0].code, "template-too-deep");
    EXPECT_EQ(robots_txt(yaml.substr(0, yaml.find("  t64:")) +
                         "default: {template: t63}\n"),
              "# x\n");
}

TEST_F(LoaderBody, AnUnusedTemplateIsAWarning) {
    expect_warnings(
        "version: 1\ntemplates:\n  a: {}\n  b: {template: c}\n"
        "  c: {}\ndefault: {}\n",
        {{"unused-template", 3, 3},
         {"unused-template", 4, 3},
         {"unused-template", 5, 3}});
}

TEST_F(LoaderBody, ATooLargeRobotsTxtIsAnError) {
    std::string yaml = "version: 1\ndefault:\n  header:\n";
    for (int i = 0; i < 520; ++i) {
        yaml += "    - " + std::string(1000, 'x') + "\n";
    }
    expect_error(yaml, "body-too-large", 3, 3);
}

TEST_F(LoaderBody, SitesOfOneTemplateShareTheResult) {
    const Loaded loaded = load(
        "version: 1\ntemplates: {t: {groups: [{user_agent: '*', disallow: "
        "/}]}}\n"
        "sites:\n"
        "  - {host: a.example, template: t}\n"
        "  - {host: b.example, template: t, expect: closed}\n"
        "  - {host: c.example, template: t, max_age: 2h}\n");
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const auto& sites = loaded.policy->sites();
    EXPECT_EQ(sites[0].robots, sites[1].robots);
    EXPECT_NE(sites[0].robots, sites[2].robots);
    // A crawler can't tell these apart.
    EXPECT_EQ(sites[0].robots->revision, sites[2].robots->revision);
}

TEST_F(LoaderBody, SitesWithTheSameSettingsShareThem) {
    const auto tag = [](const char* value, const char* path, const char* name) {
        return "x_robots_tag: [{value: " + std::string(value) +
               ", path: " + path + ", user_agent: " + name + "}]";
    };
    const std::string same = tag("noindex", "/p", "GPTBot");
    std::string yaml = "version: 1\nsites:\n";
    int hosts = 0;
    for (const std::string& settings :
         {same, same, tag("noindex", "/q", "GPTBot"),
          tag("noindex", "/p", "CCBot"), tag("none", "/p", "GPTBot"),
          same + ", max_age: 2h", same + ", suspend: true",
          same + ", enforce: reject"}) {
        const std::string number = std::to_string(++hosts);
        yaml += "  - {host: h" + number +
                ", groups: [{user_agent: '*', disallow: /" + number + "}], " +
                settings + "}\n";
    }
    const Loaded loaded = load(yaml);
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    std::vector<const SiteSettings*> settings;
    std::vector<const Enforcement*> enforcement;
    for (const Site& site : loaded.policy->sites()) {
        settings.push_back(&*site.robots->settings);
        enforcement.push_back(&*site.robots->groups.named("*")->enforcement);
    }
    EXPECT_EQ(settings[1], settings[0]);
    for (std::size_t i = 2; i < settings.size(); ++i) {
        EXPECT_NE(settings[i], settings[0]) << i;
        const bool enforced = i + 1 == settings.size();
        EXPECT_EQ(enforcement[i] != enforcement[0], enforced) << i;
    }
}

TEST_F(LoaderBody, TheRevisionCoversTextAndEnforcement) {
    const auto revision = [this](const std::string& group) {
        return std::string(
            served(with("{groups: [{user_agent: a, " + group + "}]}"))
                ->revision.text());
    };
    const std::string first = revision("disallow: /x");
    EXPECT_EQ(first.size(), 16u);
    EXPECT_EQ(revision("disallow: /x"), first);
    EXPECT_NE(revision("disallow: /y"), first);
    EXPECT_NE(revision("disallow: /x, enforce: reject"), first);
    EXPECT_NE(revision("disallow: /x, enforce: {burst: 2}"), first);
}

TEST_F(LoaderBody, ExpectedClosedMustCloseEverything) {
    const auto body = [](const std::string& groups) {
        return with("{expect: closed, groups: " + groups + "}");
    };
    for (const char* all_closed : {"[{user_agent: '*', disallow: /}]",
                                   "[{user_agent: '*', disallow: '*'}]",
                                   "[{user_agent: '*', disallow: '*/'}]",
                                   "[{user_agent: '*', disallow: [/a, '/*']}]",
                                   "[{user_agent: ['*', a], disallow: /}]"}) {
        EXPECT_NE(load(body(all_closed)).policy, nullptr) << all_closed;
    }
    EXPECT_NE(load(with("{expect: closed, suspend: true}")).policy, nullptr);
    for (const char* open :
         {"[]", "[{user_agent: '*', disallow: /a}]",
          "[{user_agent: Googlebot, disallow: /}]",
          "[{user_agent: '*', disallow: /, allow: /x}]",
          "[{user_agent: '*', disallow: /}, {user_agent: a, disallow: ''}]"}) {
        expect_error(body(open), "expected-closed", 2, 19);
    }
}

TEST_F(LoaderBody, ExpectedOpenMustLetSomebodyFetchTheRoot) {
    const auto body = [](const std::string& groups) {
        return with("{expect: open, groups: " + groups + "}");
    };
    for (const char* open :
         {"[]", "[{user_agent: a, disallow: /}]",
          "[{user_agent: '*', disallow: /a}]",
          "[{user_agent: '*'}, {user_agent: a, disallow: /}]",
          "[{user_agent: '*', disallow: /}, {user_agent: a, allow: /}]",
          "[{user_agent: '*', disallow: /, allow: /$}]"}) {
        EXPECT_NE(load(body(open)).policy, nullptr) << open;
    }
    expect_error(body("[{user_agent: '*', disallow: /}]"), "expected-open", 2,
                 19);
    expect_error(with("{expect: open, suspend: true}"), "expected-open", 2, 19);
    expect_error(with("{expect: shut}"), "bad-value", 2, 19);
}

TEST_F(LoaderBody, ASiteInheritsWhatItsTemplateExpects) {
    expect_error(
        "version: 1\ntemplates: {t: {expect: closed}}\n"
        "sites: [{host: a.example, template: t}]\n",
        "expected-closed", 2, 25);
}

}  // namespace
}  // namespace robots
