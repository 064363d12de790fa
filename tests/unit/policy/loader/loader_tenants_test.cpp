// `include` with maps: what files of customers may have, and what a hostile one
// tries.

#include <gmock/gmock.h>

#include <filesystem>

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class LoaderTenants : public PolicyFixture {
  protected:
    // A policy whose include has `rights` besides its pattern. Line 2 is the
    // include, and 3 is free.
    static std::string with(const std::string& rights,
                            const std::string& more = "") {
        return "version: 1.1\ninclude: {files: 't/*.yaml', " + rights + "}\n" +
               more + "default: {}\n";
    }
    void expect_told(const std::string& policy, const std::string& text) const {
        EXPECT_THAT(all(load(policy).diagnostics), HasSubstr(text));
    }
};

class LoaderScopes : public LoaderTenants {};

TEST_F(LoaderScopes, TwoFilesMayHaveTemplatesOfOneName) {
    for (const std::string name : {"a", "b"}) {
        write("t/" + name + ".yaml",
              "templates: {mine: {comment: " + name +
                  "}, over: {template: mine, sitemap: http://x.example/" +
                  name + "}}\nsites:\n  - {host: " + name +
                  ".example, template: mine}\n  - {host: www." + name +
                  ".example, template: over}\n");
    }
    expect_errors(with("scope: policy"),
                  {{"duplicate-template", 1, 13, "t/b.yaml"},
                   {"duplicate-template", 1, 33, "t/b.yaml"}});
    const Loaded loaded = load(with("scope: file"));
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    EXPECT_EQ(render(*loaded.policy, "http://a.example/"), "# a\n");
    EXPECT_EQ(render(*loaded.policy, "http://b.example/"), "# b\n");
    EXPECT_EQ(render(*loaded.policy, "http://www.b.example/"),
              "# b\n\nSitemap: http://x.example/b\n");
}

TEST_F(LoaderScopes, TemplatesOfTheMainFileAreSeenAndMayBeShadowed) {
    write("t/a.yaml",
          "templates: {base: {comment: own}}\n"
          "sites:\n"
          "  - {host: a.example, template: base}\n"
          "  - {host: b.example, template: over}\n");
    write("t/b.yaml", "sites: [{host: c.example, template: base}]\n");
    const Loaded loaded =
        load(with("scope: file",
                  "templates: {base: {comment: main}, over: {template: base, "
                  "max_age: 2h}}\n"));
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    EXPECT_EQ(render(*loaded.policy, "http://a.example/"), "# own\n");
    // The main file's `over` builds on the main file's `base`.
    EXPECT_EQ(render(*loaded.policy, "http://b.example/"), "# main\n");
    EXPECT_EQ(render(*loaded.policy, "http://c.example/"), "# main\n");
}

TEST_F(LoaderScopes, NobodySeesTheTemplatesOfAFile) {
    write("t/a.yaml", "templates: {secret: {}}\n");
    write("t/b.yaml", "sites: [{host: b.example, template: secreT}]\n");
    const std::string policy =
        "version: 1.1\n"
        "include: {files: 't/*.yaml', scope: file}\n"
        "templates: {shared: {}}\ndefault: {template: secret}\n";
    expect_errors(policy, {{"unknown-template", 4, 21},
                           {"unknown-template", 1, 37, "t/b.yaml"}});
    EXPECT_THAT(all(load(policy).diagnostics), Not(HasSubstr("`secret`?")));
    EXPECT_THAT(all(load(policy).diagnostics), HasSubstr("`shared`"));
}

TEST_F(LoaderScopes, UnusedTemplatesAreNamedInEachScope) {
    write("t/a.yaml", "templates: {mine: {}}\n");
    write("t/b.yaml",
          "templates: {mine: {}}\n"
          "sites: [{host: b.example, template: mine}]\n");
    expect_warnings(with("scope: file"),
                    {{"unused-template", 1, 13, "t/a.yaml"}});
}

TEST_F(LoaderScopes, AFileHasVariablesOfItsOwn) {
    write("t/a.yaml",
          "variables: {name: own}\n"
          "templates: {t: {comment: '${name} ${env}'}}\n"
          "sites: [{host: a.example, template: t}]\n");
    write("t/b.yaml", "sites: [{host: b.example, comment: '${name}'}]\n");
    const std::string main =
        with("scope: file", "variables: {name: main, env: e}\n");
    EXPECT_EQ(robots_txt(main), "# own e\n");
    EXPECT_EQ(robots_txt(main, "http://b.example/"), "# main\n");
    // nginx.conf sets the main file's.
    const Variables given{{"name", "given"}};
    EXPECT_EQ(robots_txt(main, "http://a.example/", given), "# own e\n");
    EXPECT_EQ(robots_txt(main, "http://b.example/", given), "# given\n");
    write("t/a.yaml", "variables: {unused: x}\n");
    expect_warnings(with("scope: file", "variables: {name: main}\n"),
                    {{"unused-variable", 1, 13, "t/a.yaml"}});
    expect_errors(with("scope: policy"),
                  {{"only-in-main-file", 1, 12, "t/a.yaml"},
                   {"undefined-variable", 1, 36, "t/b.yaml"}});
}

class LoaderRights : public LoaderTenants {};

TEST_F(LoaderRights, OnlyListedKeysAreAllowed) {
    write("t/a.yaml",
          "version: 1.1\n"
          "crawlers: [{token: Qqxbot}]\n"
          "tests: []\n"
          "enforce: pass\n"
          "include: x.yaml\n"
          "default: {groups: []}\n"
          "variables: {a: b}\n"
          "sites: [{host: a.example, comment: a}]\n"
          "sitse: 1\n");
    const std::string policy = with("may: [sites, templates]");
    expect_errors(policy, {{"not-allowed-here", 2, 1, "t/a.yaml"},
                           {"not-allowed-here", 3, 1, "t/a.yaml"},
                           {"only-in-main-file", 4, 10, "t/a.yaml"},
                           {"only-in-main-file", 5, 10, "t/a.yaml"},
                           {"only-in-main-file", 6, 10, "t/a.yaml"},
                           {"not-allowed-here", 7, 1, "t/a.yaml"},
                           {"unknown-key", 9, 1, "t/a.yaml"}});
    expect_told(policy,
                "`crawlers` is not allowed in this file, whose `include` "
                "allows `version`, `sites` and `templates`; remove it, or add "
                "it to `may`");
    expect_told(policy, "or add it to `may`, with `scope: file`");
    expect_told(with("on_error: keep"),
                "`sites`, `templates`, `variables` and `tests`; remove it");
}

TEST_F(LoaderRights, SitesMayBeForbidden) {
    write("t/a.yaml",
          "templates: {t: {}}\nsites: [{nothing: of this is read}]\n");
    expect_errors(with("may: templates"),
                  {{"not-allowed-here", 2, 1, "t/a.yaml"}});
    expect_errors(with("may: []"), {{"not-allowed-here", 1, 1, "t/a.yaml"},
                                    {"not-allowed-here", 2, 1, "t/a.yaml"}});
    write("t/a.yaml", "sites: [{host: a.example}]\n");
    EXPECT_NE(load(with("may: sites")).policy, nullptr);
}

TEST_F(LoaderRights, MistakesInAnIncludeHaveTheirPlaces) {
    const std::string main = "version: 1.1\ndefault: {}\ninclude: ";
    expect_error(main + "{scope: file}\n", "missing-key", 3, 10);
    expect_error(main + "{files: ''}\n", "empty-value", 3, 18);
    expect_error(main + "{files: [a, b]}\n", "wrong-type", 3, 18);
    expect_error(main + "[{files: none.yaml}]\n", "unreadable-file", 3, 19);
    write("a.yaml", "version: 1.1\n");
    expect_error(main + "[a.yaml, {files: a.yaml, scope: own}]\n", "bad-value",
                 3, 42);
    expect_error(main + "{files: a.yaml, may: [sites, default]}\n", "bad-value",
                 3, 39);
    expect_error(main + "{files: a.yaml, may: variables}\n", "bad-value", 3,
                 31);
    expect_error(main + "{files: a.yaml, host: {}}\n", "unknown-key", 3, 26);
    expect_error(main + "{files: a.yaml, hosts: a.example}\n", "wrong-type", 3,
                 33);
    expect_error(main + "{files: a.yaml, hosts: {a.yaml: 'a.*'}}\n", "bad-host",
                 3, 42);
    expect_error(
        main + "{files: a.yaml, hosts: {a.yaml: A.example, b: a.example}}\n",
        "host-claimed-twice", 3, 56);
}

TEST_F(LoaderRights, AnOlderLanguageRefusesTheMap) {
    write("t/a.yaml", "templates: {}\n");
    const std::string policy =
        "version: 1\ninclude: {files: 't/*.yaml', scope: file}\ndefault: {}\n";
    const Loaded loaded = load_policy(write("policy.yaml", policy), {}, {},
                                      loader::share_folder(), {}, nullptr, 0);
    EXPECT_THAT(all(loaded.diagnostics),
                HasSubstr("`scope` is new in language 1.1"));
}

TEST_F(LoaderRights, WhatOnlyCustomersNameIsMarked) {
    write("t/a.yaml",
          "sites:\n"
          "  - host: a.example\n"
          "    groups: [{user_agent: [MyShop, Shared, GPTBot]}]\n"
          "  - {host: b.example, template: ours}\n");
    const std::string policy =
        with("may: [sites]",
             "templates: {ours: {groups: [{user_agent: OfTemplate}]}}\n"
             "sites: [{host: c.example, groups: [{user_agent: shared}]}]\n");
    const Loaded loaded = load(policy);
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const Crawlers& crawlers = loaded.policy->crawlers();
    EXPECT_TRUE(crawlers.find("MyShop")->is_customers);
    EXPECT_FALSE(crawlers.find("Shared")->is_customers);
    EXPECT_FALSE(crawlers.find("OfTemplate")->is_customers);
    EXPECT_FALSE(crawlers.find("GPTBot")->is_customers);
}

// Of tokens that start alike, 64 are searched for.
TEST_F(LoaderRights, CustomersTokensTakeNoPlaceOfTheAdmins) {
    std::string tokens;
    for (int i = 10; i < 80; ++i) {
        tokens += "Partners" + std::to_string(i) + ", ";
    }
    write("t/a.yaml", "sites: [{host: a.example, groups: [{user_agent: [" +
                          tokens + "]}]}]\n");
    const Loaded loaded =
        load(with("may: [sites]",
                  "sites: [{host: c.example, groups: [{user_agent: "
                  "PartnerSync}]}]\n"));
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    EXPECT_EQ(loaded.policy->crawlers().identify("PartnerSync/1.0").token,
              "PartnerSync");
}

// A default is compiled last.
TEST_F(LoaderRights, ATokenOfTheDefaultIsTheAdmins) {
    write("t/a.yaml",
          "sites: [{host: a.example, groups: [{user_agent: MyShop}]}]\n");
    const Loaded loaded = load(
        "version: 1.1\ninclude: {files: 't/*.yaml', may: [sites]}\n"
        "default: {groups: [{user_agent: MyShop}]}\n");
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    EXPECT_FALSE(loaded.policy->crawlers().find("MyShop")->is_customers);
}

class LoaderHostRights : public LoaderTenants {
  protected:
    static std::string hosts(const std::string& hosts,
                             const std::string& more = "") {
        return with("hosts: {" + hosts + '}', more);
    }
    void site(const std::string& file, const std::string& host) const {
        write("t/" + file, "sites: [{host: " + host + ", comment: x}]\n");
    }
};

TEST_F(LoaderHostRights, AFileHasItsOwnHostsAndThoseOfNobody) {
    site("a.yaml",
         "[a.example, '*.a.example', x.a.example, '*.y.a.example', "
         "free.example, 192.0.2.1]");
    site("b.yaml", "[b.example, other.example]");
    const Loaded loaded =
        load(hosts("a.yaml: [A.example, '*.a.example'], b.yaml: b.example, "
                   "c.yaml: c.example"));
    EXPECT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
}

TEST_F(LoaderHostRights, AnotherFilesHostIsAnErrorInTheThiefAlone) {
    site("a.yaml", "[a.example, b.example, '*.b.example', x.b.example]");
    site("b.yaml", "[b.example, '*.b.example']");
    const std::string policy = hosts("b.yaml: [b.example, '*.b.example']");
    expect_errors(policy, {{"host-not-given", 1, 28, "t/a.yaml"},
                           {"host-not-given", 1, 39, "t/a.yaml"},
                           {"host-not-given", 1, 54, "t/a.yaml"}});
    expect_told(policy, "the main file gives this host to another file, at " +
                            path("policy.yaml") + ":2:47; remove it here");
}

// The more specific claim would win.
TEST_F(LoaderHostRights, APortOrASchemeDoesNotMakeItAnotherHost) {
    const std::string claim =
        "sites:\n  - {host: H, port: 443, comment: x}\n"
        "  - {host: H, scheme: https, comment: x}\n";
    for (const std::string host :
         {"given.example", "main.example", "first.example"}) {
        std::string file = claim;
        for (std::size_t at; (at = file.find("H,")) != std::string::npos;) {
            file.replace(at, 1, host);
        }
        write("t/b.yaml", file);
        site("a.yaml", "[given.example, first.example]");
        expect_errors(hosts("a.yaml: given.example",
                            "sites: [{host: main.example, port: 80, comment: "
                            "m}]\n"),
                      {{"host-not-given", 2, 12, "t/b.yaml"},
                       {"host-not-given", 3, 12, "t/b.yaml"}});
    }
}

TEST_F(LoaderHostRights, AWildcardIsNotWhatTheMainFileHasBelowIt) {
    const std::string policy =
        hosts("a.yaml: '*.a.example'",
              "sites: [{host: [s.a.example, '*.i.a.example'], comment: m}]\n");
    for (const char* host :
         {"s.a.example", "x.i.a.example", "'*.i.a.example'"}) {
        write("t/a.yaml", "sites: [{host: " + std::string(host) +
                              ", port: 443, comment: x}]\n");
        expect_errors(policy, {{"host-not-given", 1, 16, "t/a.yaml"}});
    }
    site("a.yaml", "[b.a.example, '*.b.a.example']");
    EXPECT_NE(load(policy).policy, nullptr);
}

TEST_F(LoaderHostRights, AFileMayHaveAHostOnSeveralPorts) {
    write("t/a.yaml",
          "sites:\n  - {host: a.example, port: 80, comment: x}\n"
          "  - {host: a.example, port: 81, comment: y}\n");
    EXPECT_NE(load(hosts("")).policy, nullptr);
}

TEST_F(LoaderHostRights, WildcardsMustBeGiven) {
    site("a.yaml", "['*.example', '*.a.example', x.p.example]");
    expect_errors(hosts("a.yaml: a.example",
                        "sites: [{host: '*.p.example', comment: platform}]\n"),
                  {{"host-not-given", 1, 17, "t/a.yaml"},
                   {"host-not-given", 1, 30, "t/a.yaml"},
                   {"host-not-given", 1, 45, "t/a.yaml"}});
    site("a.yaml", "x.p.example");
    const Loaded loaded =
        load(hosts("a.yaml: x.p.example",
                   "sites: [{host: '*.p.example', comment: platform}]\n"));
    EXPECT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
}

// What is read later may not change who has a host.
TEST_F(LoaderHostRights, FilesWithoutLimitsComeFirst) {
    site("a.yaml", "[x.p.example, q.example]");
    write("platform.yaml",
          "sites: [{host: ['*.p.example', q.example], comment: p}]\n");
    expect_errors(
        "version: 1.1\ninclude: [{files: 't/*.yaml', hosts: {}}, "
        "platform.yaml]\ndefault: {}\n",
        {{"host-not-given", 1, 17, "t/a.yaml"},
         {"host-not-given", 1, 30, "t/a.yaml"}});
}

TEST_F(LoaderHostRights, TheOrderOfIncludesDoesNotMatter) {
    site("a.yaml", "www.shop.example");
    write("shop.yaml", "sites: [{host: '*.shop.example', comment: s}]\n");
    const std::string customers = "{files: 't/*.yaml', hosts: {}}";
    const std::string shop = "{files: shop.yaml, scope: file}";
    for (const std::string& list :
         {customers + ", " + shop, shop + ", " + customers}) {
        expect_errors("version: 1.1\ninclude: [" + list + "]\ndefault: {}\n",
                      {{"host-not-given", 1, 16, "t/a.yaml"}});
    }
}

TEST_F(LoaderHostRights, HostsFilesAreCheckedAndNotQuoted) {
    write("t/a.yaml", "sites: [{hosts_file: list.txt, comment: x}]\n");
    write("t/list.txt", "a.example\nsecret.example\n");
    const std::string policy = hosts("b.yaml: secret.example");
    expect_errors(policy, {{"host-not-given", 2, 1, "t/list.txt"}});
    const std::string told = all(load(policy).diagnostics);
    EXPECT_THAT(told, Not(HasSubstr("`secret")));
}

TEST_F(LoaderHostRights, ALinkToAnotherFileGivesNoneOfItsRights) {
    site("b.yaml", "b.example");
    std::filesystem::create_symlink(path("t/b.yaml"), path("t/a.yaml"));
    expect_errors(hosts("b.yaml: b.example"),
                  {{"host-not-given", 1, 16, "t/a.yaml"}});
    std::filesystem::remove(path("t/a.yaml"));
    // To the main file, and to one without limits, which is read already.
    std::filesystem::create_symlink(path("policy.yaml"), path("t/a.yaml"));
    EXPECT_NE(load(hosts("b.yaml: b.example")).policy, nullptr);
}

TEST_F(LoaderHostRights, NamesAreRelativeToTheSearchedFolder) {
    write("c/anna/p.yaml", "sites: [{host: '*.a.example', comment: a}]\n");
    write("c/bert/p.yaml", "sites: [{host: a.example, comment: b}]\n");
    const auto policy = [](const std::string& names) {
        return "version: 1.1\ninclude: {files: 'c/*/p.yaml', hosts: {" + names +
               "}}\ndefault: {}\n";
    };
    const Loaded loaded =
        load(policy("anna/p.yaml: '*.a.example', bert/p.yaml: a.example"));
    EXPECT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    expect_errors(policy("p.yaml: ['*.a.example', a.example]"),
                  {{"host-not-given", 1, 16, "c/anna/p.yaml"},
                   {"host-not-given", 1, 16, "c/bert/p.yaml"}});
}

// Its error would show the other's rules, and stop the other's changes.
TEST_F(LoaderHostRights, TestsAreAboutTheFilesOwnSites) {
    site("a.yaml", "a.example");
    write("t/b.yaml",
          "sites: [{host: b.example, groups: [{user_agent: B, disallow: "
          "/}]}]\n"
          "tests:\n"
          "  - {url: 'http://a.example/', crawler: B, disallow: /secret}\n"
          "  - {url: 'http://none.example/', crawler: B, allow: /}\n"
          "  - {url: 'http://b.example/', crawler: B, disallow: /}\n");
    expect_errors(hosts("a.yaml: a.example"),
                  {{"host-not-given", 3, 5, "t/b.yaml"},
                   {"host-not-given", 4, 5, "t/b.yaml"}});
}

}  // namespace
}  // namespace robots
