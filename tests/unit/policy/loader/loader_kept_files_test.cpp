// `on_error: keep`: a broken file of one customer stops nobody.

#include <gmock/gmock.h>

#include <filesystem>
#include <random>

#include "policy/loader/files/policy_copy.hpp"
#include "tests/unit/policy/loader/has_errors.hpp"
#include "tests/unit/policy/loader/kept_files_fixture.hpp"

namespace robots {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(LoaderKeptFiles, ABrokenFileStaysInItsLastGoodVersion) {
    site("a.yaml", "a.example", "first");
    site("b.yaml", "b.example", "first");
    ASSERT_EQ(of(reload(), "a.example"), "# first\n");
    const char* const broken[] = {
        "sites: [",                                         // YAML
        "sitse: []\n",                                      // a key
        "sites: [{host: a.example, template: nobodys}]\n",  // a template
        "sites: [{host: a.example, hosts_file: a.txt}]\n",  // another file
        ("sites: [{host: a.example, comment: x}]\n"         // its test
         "tests: [{url: 'http://a.example/', crawler: GPTBot, disallow: /}]\n"),
        "crawlers: [{token: Mine}]\n",  // everybody's
    };
    for (const char* text : broken) {
        SCOPED_TRACE(text);
        write("t/a.yaml", text);
        site("b.yaml", "b.example", "second");
        const Loaded loaded = reload();
        EXPECT_EQ(of(loaded, "a.example"), "# first\n");
        EXPECT_EQ(of(loaded, "b.example"), "# second\n");
        EXPECT_EQ(of(loaded, "main.example"), "# main\n");
        EXPECT_EQ(loaded.kept_files, 1U);
        EXPECT_TRUE(has_errors(loaded.diagnostics));
        EXPECT_THAT(all(loaded.diagnostics), HasSubstr("t/a.yaml:"));
        EXPECT_THAT(all(loaded.diagnostics), HasSubstr("stays in use"));
        EXPECT_THAT(all(loaded.diagnostics), Not(HasSubstr("t/b.yaml")));
    }
    site("a.yaml", "a.example", "third");
    const Loaded loaded = reload();
    EXPECT_EQ(of(loaded, "a.example"), "# third\n");
    EXPECT_EQ(loaded.kept_files, 0U);
    EXPECT_FALSE(has_errors(loaded.diagnostics));
}

TEST_F(LoaderKeptFiles, ALargeFileStaysInItsLastGoodVersion) {
    std::string main = kKeptMain;
    main.replace(main.find("on_error"), 0, "max_size: 1KiB, ");
    site("b.yaml", "b.example", std::string(2000, 'b'));
    EXPECT_EQ(of(reload(), "b.example").size(), 2003U);
    site("a.yaml", "a.example", "first");
    EXPECT_EQ(of(reload(main), "a.example"), "# first\n");
    site("a.yaml", "a.example", std::string(1000, 'a'));
    const Loaded loaded = reload(main);
    EXPECT_EQ(of(loaded, "a.example"), "# first\n");
    EXPECT_EQ(loaded.kept_files, 2U);
    EXPECT_THAT(all(loaded.diagnostics), HasSubstr("larger than 1 KiB"));
    // Else there would be no last good copy, for anybody.
    EXPECT_TRUE(loaded.inputs.unchanged());
    EXPECT_EQ(write_policy_copy({path("copies"), "nginx.conf", "policy.yaml"},
                                loaded.inputs),
              "");
}

// So that enough of the limit of all sites is left for others.
TEST_F(LoaderKeptFiles, TheGroupsThatItsSitesEnforceAreLimited) {
    std::string main = "version: 1.1\ntemplates:\n  t:\n    groups:\n";
    for (int i = 0; i < 1000; ++i) {
        main += "    - {user_agent: " + std::string(i % 40 + 1, 'a') +
                std::string(i / 40 + 1, 'b') + ", disallow: /}\n";
    }
    main += "default: {template: t}\ninclude: {files: t/*.yaml, ";
    const auto customer = [](const std::string& letter, int sites) {
        std::string out = "sites:\n";
        for (int i = 0; i < sites; ++i) {
            out += "- {host: " + letter + std::to_string(i) +
                   ".example, template: t, enforce: {max_wait: " +
                   std::to_string(1000 + i) + "ms}}\n";
        }
        return out;
    };
    write("t/a.yaml", customer("a", 101));
    write("t/b.yaml", customer("b", 101));
    EXPECT_NE(load(main + "on_error: refuse}\n").policy, nullptr);
    const Loaded kept = load(main + "on_error: keep}\n");
    ASSERT_NE(kept.policy, nullptr) << all(kept.diagnostics);
    EXPECT_EQ(kept.kept_files, 2U);
    EXPECT_THAT(all(kept.diagnostics),
                HasSubstr("t/a.yaml:102:3: error: the sites of this "
                          "file up to this one enforce 100,000"));
    write("t/b.yaml", customer("b", 100));
    EXPECT_EQ(load(main + "on_error: keep}\n").kept_files, 1U);
}

// 44 KB of one host with 7,300 ports kept nginx's master busy for seconds.
TEST_F(LoaderKeptFiles, TheClaimsOfItsSitesAreLimited) {
    const auto list = [](int first, int count, const char* suffix) {
        std::string out = "[";
        for (int i = first; i < first + count; ++i) {
            out += std::to_string(i) + suffix + ", ";
        }
        return out + "]";
    };
    const auto claims = [&](int hosts, int ports) {
        write("t/a.yaml", "sites:\n- host: " + list(0, hosts, ".a.example") +
                              "\n  port: " + list(1000, ports, "") +
                              "\n  scheme: [http, https]\n  groups: []\n" +
                              "- {host: a.example, groups: []}\n");
        return reload();
    };
    EXPECT_EQ(claims(50, 100).kept_files, 0U);
    const Loaded many = claims(51, 100);
    EXPECT_EQ(many.kept_files, 1U);
    EXPECT_THAT(all(many.diagnostics),
                HasSubstr("t/a.yaml:2:3: error: the sites of this file up to "
                          "this one claim more than 10,000 hosts"));
    const Loaded ports = claims(1, 101);
    EXPECT_EQ(ports.kept_files, 1U);
    EXPECT_THAT(all(ports.diagnostics), HasSubstr("t/a.yaml:3:"));
    EXPECT_THAT(all(ports.diagnostics), HasSubstr("at most 100 ports"));
    // A host alone costs no more than its text.
    write("t/a.yaml", "sites: [{host: " + list(0, 10001, ".a.example") +
                          ", groups: []}]\n");
    EXPECT_EQ(reload().kept_files, 0U);
}

TEST_F(LoaderKeptFiles, WithoutAGoodVersionItsSitesAreLeftOut) {
    site("a.yaml", "a.example", "first");
    write("t/b.yaml", "sites: [");
    const Loaded loaded = reload();
    EXPECT_EQ(of(loaded, "a.example"), "# first\n");
    EXPECT_EQ(of(loaded, "b.example"), "none");
    EXPECT_EQ(loaded.kept_files, 1U);
    EXPECT_THAT(all(loaded.diagnostics), HasSubstr("are left out"));
    // Still so, although it was in a policy that loaded.
    EXPECT_EQ(of(reload(), "b.example"), "none");
    site("b.yaml", "b.example", "good");
    EXPECT_EQ(of(reload(), "b.example"), "# good\n");
    write("t/b.yaml", "sites: [");
    restart();
    EXPECT_EQ(of(reload(), "b.example"), "none");
}

TEST_F(LoaderKeptFiles, ThePolicyLoadsWithoutASite) {
    const std::string include = "version: 1.1\ninclude: {files: 't/*.yaml'";
    const std::string main = include + ", on_error: keep}\n";
    write("t/a.yaml", "sitse: []\n");
    const Loaded broken = reload(main);
    ASSERT_NE(broken.policy, nullptr) << all(broken.diagnostics);
    EXPECT_TRUE(broken.policy->sites().empty());
    EXPECT_EQ(broken.kept_files, 1U);
    std::filesystem::remove(path("t/a.yaml"));
    const Loaded none = reload(main);
    ASSERT_NE(none.policy, nullptr) << all(none.diagnostics);
    EXPECT_TRUE(none.policy->sites().empty());
    EXPECT_EQ(none.kept_files, 0U);
    expect_warnings(main, {{"include-matches-nothing", 2, 18}});
    expect_error(include + "}\n", "missing-key", 1, 1);
}

// Else nobody would load again what has been read and not used.
TEST_F(LoaderKeptFiles, AFileThatIsSavedBetweenTwoTriesHasChanged) {
    site("a.yaml", "a.example", "first");
    write("t/b.yaml", "sites: [");
    EXPECT_TRUE(reload().inputs.unchanged());
    between_tries_ = [this] { site("b.yaml", "b.example", "good"); };
    const Loaded loaded = reload();
    EXPECT_EQ(of(loaded, "b.example"), "none");
    EXPECT_FALSE(loaded.inputs.unchanged());
    EXPECT_EQ(of(reload(), "b.example"), "# good\n");
}

TEST_F(LoaderKeptFiles, AnUnreadableFileIsBrokenAndARemovedOneIsGone) {
    site("a.yaml", "a.example", "first");
    ASSERT_EQ(of(reload(), "a.example"), "# first\n");
    std::filesystem::remove(path("t/a.yaml"));
    std::filesystem::create_directory(path("t/a.yaml"));
    EXPECT_EQ(of(reload(), "a.example"), "# first\n");
    std::filesystem::remove(path("t/a.yaml"));
    site("b.yaml", "b.example", "first");
    EXPECT_EQ(of(reload(), "a.example"), "none");
}

TEST_F(LoaderKeptFiles, ATestAboutAnothersSiteDoesNotRun) {
    const auto with_test = [this](const char* host, const char* test) {
        write("t/a.yaml", "sites: [{host: '" + std::string(host) +
                              "', comment: a}]\ntests:\n- " + test + "\n");
    };
    with_test("a.example",
              "{url: 'http://b.example/', crawler: GPTBot, allow: /x}");
    site("b.yaml", "b.example", "first");
    const Loaded first = reload();
    EXPECT_EQ(of(first, "a.example"), "# a\n");
    EXPECT_THAT(all(first.diagnostics),
                HasSubstr("t/a.yaml:3:3: warning: no site of this file"));
    write("t/b.yaml",
          "sites: [{host: b.example, groups: [{user_agent: '*', disallow: "
          "/x}]}]\n");
    const Loaded changed = reload();
    EXPECT_THAT(of(changed, "b.example"), HasSubstr("Disallow: /x"));
    EXPECT_EQ(changed.kept_files, 0U);
}

TEST_F(LoaderKeptFiles, ASiteBelowAWildcardChangesNoTestOfTheWildcard) {
    write("t/a.yaml",
          "sites: [{host: '*.a.example', groups: "
          "[{user_agent: '*', disallow: /}]}]\n"
          "tests:\n- {url: 'http://www.a.example/', crawler: GPTBot, "
          "disallow: /}\n");
    const Loaded first = reload();
    EXPECT_THAT(of(first, "www.a.example"), HasSubstr("Disallow: /"));
    EXPECT_THAT(all(first.diagnostics), Not(HasSubstr("no site of this")));
    site("b.yaml", "www.a.example", "b");
    const Loaded loaded = reload();
    EXPECT_EQ(of(loaded, "www.a.example"), "# b\n");
    EXPECT_THAT(of(loaded, "x.a.example"), HasSubstr("Disallow: /"));
    EXPECT_EQ(loaded.kept_files, 0U);
}

TEST_F(LoaderKeptFiles, ATemplateOfTheMainFileIsNotAFilesFault) {
    write("t/a.yaml", "sites: [{host: a.example, template: base}]\n");
    ASSERT_EQ(of(reload(), "a.example"), "# base\n");
    const char* const templates[] = {
        "{base: {template: nobodys}}",
        "{base: {groups: [{user_agent: '*', allow: /}], expect: closed}}",
        "{other: {}}",
    };
    for (const char* text : templates) {
        SCOPED_TRACE(text);
        const Loaded loaded = reload(
            "version: 1.1\ninclude: {files: 't/*.yaml', on_error: keep}\n"
            "templates: " +
            std::string(text) + "\ndefault: {}\n");
        EXPECT_EQ(loaded.policy, nullptr);
        EXPECT_TRUE(has_errors(loaded.diagnostics));
    }
    // But what a site lays over it is.
    const Loaded loaded = [this] {
        write("t/a.yaml",
              "sites: [{host: a.example, template: base, groups: "
              "[{user_agent: '*', allow: /}]}]\n");
        return reload(
            "version: 1.1\ninclude: {files: 't/*.yaml', on_error: keep}\n"
            "templates: {base: {suspend: {}, expect: closed, comment: base}}\n"
            "default: {}\n");
    }();
    EXPECT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
}

TEST_F(LoaderKeptFiles, ABrokenFileIsLeftOutIfItsGoodVersionNoLongerFits) {
    write("t/a.yaml", "sites: [{host: a.example, template: base}]\n");
    site("b.yaml", "b.example", "first");
    ASSERT_EQ(of(reload(), "a.example"), "# base\n");
    write("t/a.yaml", "sites: [");
    ASSERT_EQ(of(reload(), "a.example"), "# base\n");
    const Loaded loaded = reload(
        "version: 1.1\ninclude: {files: 't/*.yaml', on_error: keep}\n"
        "sites: [{host: main.example, comment: changed}]\n");
    EXPECT_EQ(of(loaded, "main.example"), "# changed\n");
    EXPECT_EQ(of(loaded, "a.example"), "none");
    EXPECT_EQ(of(loaded, "b.example"), "# first\n");
    EXPECT_EQ(loaded.kept_files, 1U);
    EXPECT_THAT(all(loaded.diagnostics), HasSubstr("t/a.yaml:1:"));
    EXPECT_THAT(all(loaded.diagnostics),
                HasSubstr("broke its last good version, so its sites are "
                          "left out"));
}

// It would be used if a broken file replaced the link.
TEST_F(LoaderKeptFiles, TheTextOfALinkThatIsSkippedIsNoGoodVersion) {
    site("a.yaml", "a.example", "first");
    std::filesystem::create_symlink(path("policy.yaml"), path("t/b.yaml"));
    const Loaded loaded = reload();
    EXPECT_EQ(of(loaded, "main.example"), "# main\n");
    EXPECT_EQ(loaded.kept_files, 0U);
    EXPECT_EQ(loaded.inputs.good_files().size(), 1U);
    EXPECT_EQ(loaded.inputs.good_files().count(path("t/a.yaml")), 1U);
}

TEST_F(LoaderKeptFiles, OtherErrorsRefuseThePolicyAndAllAreListed) {
    write("t/a.yaml", "sites: [{host: a.example, comment: [}]\n");
    const Loaded loaded = reload(std::string(kKeptMain) + "sitse: []\n");
    EXPECT_EQ(loaded.policy, nullptr);
    EXPECT_THAT(all(loaded.diagnostics), HasSubstr("unknown key `sitse`"));
    EXPECT_THAT(all(loaded.diagnostics), HasSubstr("t/a.yaml:1:"));
}

TEST_F(LoaderKeptFiles, SuchFilesStandAlone) {
    const auto with = [](const std::string& rights) {
        return "version: 1.1\ninclude: {files: 't/*.yaml', on_error: keep, " +
               rights + "}\ndefault: {}\n";
    };
    expect_error(with("scope: policy"), "bad-value", 2, 53);
    expect_error(with("may: [sites, crawlers]"), "bad-value", 2, 51);
    EXPECT_NE(load(with("scope: file, may: variables")).policy, nullptr);
}

// Whatever the customers do: the policy is that of a load from nothing, of the
// files as they were when each was last good.
TEST_F(LoaderKeptFiles, RandomEditsComeToTheLastGoodVersions) {
    std::mt19937 random(7);  // NOLINT: the same each time
    const auto any = [&random](unsigned most) {
        return static_cast<unsigned>(random() % most);
    };
    std::map<std::string, std::string> good;  // comments, by host
    for (int edit = 0; edit < 60; ++edit) {
        const std::string name(1, static_cast<char>('a' + any(5)));
        const std::string host = name + ".example";
        const std::string version = std::to_string(edit);
        switch (any(4)) {
            case 0:
                write("t/" + name + ".yaml",
                      "sites: [{hots: " + version + "}]");
                break;
            case 1:
                std::filesystem::remove(path("t/" + name + ".yaml"));
                good.erase(host);
                break;
            default:
                site(name + ".yaml", host, "v" + version);
                good[host] = "# v" + version + "\n";
        }
        const Loaded loaded = reload();
        for (const char each : {'a', 'b', 'c', 'd', 'e'}) {
            const std::string other = std::string(1, each) + ".example";
            const auto at = good.find(other);
            ASSERT_EQ(of(loaded, other), at == good.end() ? "none" : at->second)
                << edit;
        }
    }
}

}  // namespace
}  // namespace robots
