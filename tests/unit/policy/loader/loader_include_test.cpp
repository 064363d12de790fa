// `include`: which files are read, and what they may hold.

#include <filesystem>

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

class LoaderInclude : public PolicyFixture {
  protected:
    static std::string with(const std::string& include) {
        return "version: 1\ninclude: " + include + "\ndefault: {comment: d}\n";
    }
};

TEST_F(LoaderInclude, FilesAddUp) {
    write("sites.d/b.yaml",
          "version: 1\nsites: [{host: b.example, template: t}]\n"
          "crawlers: [{token: Qqxbot}]\n");
    write("sites.d/a.yaml",
          "sites: [{host: a.example, comment: a}]\n"
          "tests: [{url: 'http://b.example/', crawler: Qqxbot, disallow: "
          "/x}]\n");
    write("templates.yaml",
          "templates: {t: {groups: [{user_agent: qqxBOT, disallow: /x}]}}\n");
    const Loaded loaded = load(with("[sites.d/*.yaml, templates.yaml]"));
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    EXPECT_EQ(render(*loaded.policy, "http://a.example/"), "# a\n");
    EXPECT_EQ(render(*loaded.policy, "http://b.example/"),
              "User-agent: qqxBOT\nDisallow: /x\n");
    const std::vector<std::string> files{
        path("policy.yaml"), path("sites.d/a.yaml"), path("sites.d/b.yaml"),
        path("templates.yaml")};
    EXPECT_EQ(loaded.policy->files, files);
}

TEST_F(LoaderInclude, AFileReachedTwiceIsReadOnce) {
    write("a.yaml", "sites: [{host: a.example}]\n");
    std::filesystem::create_symlink(path("a.yaml"), path("b.yaml"));
    const Loaded loaded =
        load(with("[a.yaml, '[ab].yaml', ./a.yaml, policy.yaml]"));
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    EXPECT_EQ(loaded.policy->files.size(), 2u);
}

TEST_F(LoaderInclude, FilesAreFoundFromTheFolderOfTheOneThatNamesThem) {
    const std::string main =
        write("x/main.yaml", "version: 1\ninclude: ../y/*.yaml\n");
    write("y/a.yaml",
          "sites: [{host: a.example, robots_txt: {file: r.txt}}]\n");
    write("y/r.txt", "# r\n");
    const Loaded loaded = load_policy(main, {}, {path("")});
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    EXPECT_EQ(render(*loaded.policy, "http://a.example/"), "# r\n");
    EXPECT_EQ(loaded.policy->files[1], path("x/../y/a.yaml"));
}

// It may be another customer's, with private groups.
TEST_F(LoaderInclude, NoYamlFileOfThePolicyIsServed) {
    write("t/b.yaml",
          "sites:\n- host: b.example\n  groups:\n"
          "  - user_agent: Own\n    disallow: /x\n");
    std::filesystem::create_symlink(path("t/b.yaml"), path("t/b.txt"));
    for (const char* file : {"a.yaml", "b.yaml", "b.txt", "../policy.yaml"}) {
        write("t/a.yaml", "sites: [{host: a.example, robots_txt: {file: " +
                              std::string(file) + "}}]\n");
        for (const char* include :
             {"t/*.yaml", "{files: 't/*.yaml', scope: file}"}) {
            SCOPED_TRACE(std::string(file) + ' ' + include);
            expect_errors("version: 1.1\ninclude: " + std::string(include) +
                              "\ndefault: {groups: [{user_agent: '*',\n"
                              "  disallow: /y}]}\n",
                          {{"not-robots-txt", 1, 46, "t/a.yaml"}});
        }
    }
}

TEST_F(LoaderInclude, ShareIsTheFolderOfTheInstalledTemplates) {
    const std::string main =
        write("conf/main.yaml",
              "version: 1\ninclude: [<share>/a.yaml, '<share>/b*.yaml']\n"
              "sites: [{host: a.example, template: a}, "
              "{host: b.example, template: b}]\n");
    write("in[s]talled/a.yaml", "templates: {a: {comment: a}}\n");
    write("in[s]talled/b1.yaml", "templates: {b: {comment: b}}\n");
    const Loaded loaded = load_policy(main, {}, {}, path("in[s]talled"));
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    EXPECT_EQ(render(*loaded.policy, "http://a.example/"), "# a\n");
    EXPECT_EQ(render(*loaded.policy, "http://b.example/"), "# b\n");
    EXPECT_EQ(loaded.policy->files[1], path("in[s]talled/a.yaml"));
    EXPECT_TRUE(loaded.inputs.unchanged());
    write("in[s]talled/b1.yaml", "templates: {b: {comment: c}}\n");
    EXPECT_FALSE(loaded.inputs.unchanged());
}

TEST_F(LoaderInclude, ShareThatIsNotInstalledIsOneErrorWithItsPlace) {
    const std::string main =
        write("main.yaml", "version: 1\ninclude: <share>/a.yaml\n");
    const Loaded loaded = load_policy(main, {}, {}, path("nowhere"));
    ASSERT_EQ(loaded.diagnostics.size(), 1u) << all(loaded.diagnostics);
    EXPECT_EQ(loaded.diagnostics[0].code, "no-share-folder");
    EXPECT_EQ(loaded.diagnostics[0].line, 2u);
    EXPECT_EQ(loaded.diagnostics[0].column, 10u);
    EXPECT_NE(loaded.diagnostics[0].text.find(path("nowhere")),
              std::string::npos);
}

TEST_F(LoaderInclude, NothingBesideTheShareIsReachedThroughIt) {
    write("conf/main.yaml", "version: 1\ninclude: <share>/../secret.yaml\n");
    write("share/a.yaml", "templates: {}\n");
    write("secret.yaml", "sites: [{host: a.example}]\n");
    const Loaded loaded =
        load_policy(path("conf/main.yaml"), {}, {}, path("share"));
    EXPECT_EQ(loaded.policy, nullptr);
    ASSERT_EQ(loaded.diagnostics.size(), 1u) << all(loaded.diagnostics);
    EXPECT_EQ(loaded.diagnostics[0].code, "outside-root");
}

TEST_F(LoaderInclude, WildcardsInTheFolderNameAreLiteral) {
    const std::string main =
        write("[x]*/main.yaml", "version: 1\ninclude: '*.inc'\n");
    write("[x]*/a.inc", "sites: [{host: a.example}]\n");
    write("x/b.inc", "nonsense: 1\n");
    const Loaded loaded = load_policy(main, {});
    EXPECT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
}

TEST_F(LoaderInclude, AMissingFileIsAnError) {
    expect_error(with("none.yaml"), "unreadable-file", 2, 10);
    expect_warnings(with("none.d/*.yaml"),
                    {{"include-matches-nothing", 2, 10}});
    write("sub/x.txt", "");
    expect_error(with("'su*'"), "unreadable-file", 2, 10);
}

// All sites of its files would be gone.
TEST_F(LoaderInclude, AFolderThatCannotBeListedIsAnError) {
    const std::string too_long(300, 'a');
    expect_error(with(too_long + "/*.yaml"), "bad-include", 2, 10);
    write("loop.d/a.yaml", "sites: []\n");
    std::filesystem::create_symlink("loop", path("loop.d/loop"));
    expect_warnings(with("loop.d/*/*.yaml"),
                    {{"include-matches-nothing", 2, 10}});
}

TEST_F(LoaderInclude, SomeKeysAreOnlyAllowedInTheMainFile) {
    write("a.yaml",
          "include: b.yaml\nvariables: {a: b}\nenforce: log\ndefault: {}\n"
          "version: 2\nsitse: []\n");
    expect_errors(with("a.yaml"), {{"only-in-main-file", 1, 10, "a.yaml"},
                                   {"only-in-main-file", 2, 12, "a.yaml"},
                                   {"only-in-main-file", 3, 10, "a.yaml"},
                                   {"only-in-main-file", 4, 10, "a.yaml"},
                                   {"bad-version", 5, 10, "a.yaml"},
                                   {"unknown-key", 6, 1, "a.yaml"}});
}

TEST_F(LoaderInclude, ABrokenFileCausesNoFurtherErrors) {
    write("a.yaml", "templates: {t: {}\n");
    expect_errors("version: 1\ninclude: a.yaml\ndefault: {template: t}\n",
                  {{"yaml-syntax", 1, 12, "a.yaml"}});
}

TEST_F(LoaderInclude, DuplicateNamesAcrossFilesAreErrors) {
    write("a.yaml",
          "templates: {t: {}}\nsites: [{host: a.example}]\n"
          "crawlers: [{token: Qqxbot}]\n");
    expect_errors(
        "version: 1\ninclude: a.yaml\ntemplates: {t: {}}\n"
        "sites: [{host: a.example}]\ncrawlers: [{token: qqxbot}]\n",
        {{"duplicate-template", 1, 13, "a.yaml"},
         {"host-claimed-twice", 2, 16, "a.yaml"},
         {"duplicate-crawler", 3, 20, "a.yaml"}});
}

TEST_F(LoaderInclude, ManyFindingsAreCutShort) {
    std::string yaml = "version: 1\nsites:\n";
    for (int i = 0; i < 250; ++i) {
        yaml += "  - {host: a" + std::to_string(i) + ".example, por: 1}\n";
    }
    const Loaded loaded = load(yaml);
    ASSERT_EQ(loaded.diagnostics.size(), 101u);
    EXPECT_EQ(loaded.diagnostics.back().code, "more-findings");
    EXPECT_EQ(loaded.diagnostics.back().severity, Severity::error);
    EXPECT_NE(loaded.diagnostics.back().text.find("150 more"),
              std::string::npos);
}

class LoaderRobotsTxt : public PolicyFixture {};

TEST_F(LoaderRobotsTxt, AFileAnswersForEveryHost) {
    const std::string file =
        write("robots.txt", "User-agent: Qqxbot\nDisallow: /x\n");
    const Loaded loaded = load_robots_txt(file);
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    EXPECT_EQ(render(*loaded.policy, "https://any.example:81/"),
              "User-agent: Qqxbot\nDisallow: /x\n");
    const Group* group =
        loaded.policy->default_site()->robots->groups.named("qqxbot");
    ASSERT_NE(group, nullptr);
    EXPECT_EQ(loaded.policy->where(group->rules.rules()[0].place),
              file + ":2:1");
    EXPECT_NE(loaded.policy->crawlers().find("Qqxbot"), nullptr);
}

TEST_F(LoaderRobotsTxt, AnUnreadableFileIsAnError) {
    const Loaded loaded = load_robots_txt(path("none.txt"));
    EXPECT_EQ(loaded.policy, nullptr);
    ASSERT_EQ(loaded.diagnostics.size(), 1u);
    EXPECT_EQ(loaded.diagnostics[0].code, "unreadable-file");
}

// Headers are searched for 64 of them.
TEST_F(LoaderInclude, TokensOfOneFileDoNotPushOutThoseOfAnother) {
    std::string many = "sites: [{host: a.example, groups: [{user_agent: [";
    for (int i = 100; i < 170; ++i) {
        many += "Partnerb" + std::string(1, static_cast<char>('a' + i / 26)) +
                std::string(1, static_cast<char>('a' + i % 26)) + ", ";
    }
    write("t/a.yaml", many + "Partnerbz], disallow: /}]}]\n");
    write("t/b.yaml",
          "sites: [{host: b.example, groups: [{user_agent: PartnerbZZ, "
          "disallow: /}]}]\n");
    const Loaded loaded = load(
        "version: 1.1\ninclude: {files: 't/*.yaml', scope: file}\ndefault: "
        "{}\n");
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    const Crawlers& crawlers = loaded.policy->crawlers();
    EXPECT_FALSE(crawlers.left_out().empty());
    for (const std::uint32_t entry : crawlers.left_out()) {
        EXPECT_NE(crawlers.entries()[entry].token, "PartnerbZZ");
    }
}

}  // namespace
}  // namespace robots
