// Which files a policy can reach: those below its folder, or below its roots.

#include <fcntl.h>
#include <sys/stat.h>

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <thread>

#include "policy/loader/files/roots.hpp"
#include "tests/unit/policy/loader/has_errors.hpp"
#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

namespace fs = std::filesystem;

constexpr char kText[] = "User-agent: *\nDisallow: /x\n";
constexpr char kSecret[] = "User-agent: secret\nDisallow: /hunter2\n";

class LoaderRoots : public PolicyFixture {
  protected:
    LoaderRoots() {
        write("conf/robots.txt", kText);
        write("conf/sub/robots.txt", kText);
        write("outside/secret.txt", kSecret);
        write("outside/key.txt", kText);
    }
    // Makes conf/`name` a link to `target`.
    void link(const std::string& target, const std::string& name) const {
        fs::create_directories(fs::path(path("conf/" + name)).parent_path());
        fs::create_symlink(target, path("conf/" + name));
    }
    Loaded load_in_conf(const std::string& yaml,
                        const PolicyRoots& roots = {}) const {
        return load_policy(write("conf/policy.yaml", yaml), {}, roots);
    }
    static std::string serving(const std::string& file) {
        return "version: 1\ndefault: {robots_txt: {file: '" + file + "'}}\n";
    }
    // The code of the first error, or "" where the policy loads.
    std::string error_of(const std::string& yaml,
                         const PolicyRoots& roots = {}) const {
        const Loaded loaded = load_in_conf(yaml, roots);
        EXPECT_EQ(loaded.policy == nullptr, has_errors(loaded.diagnostics));
        return loaded.policy != nullptr ? "" : loaded.diagnostics.at(0).code;
    }
    std::string error_of_file(const std::string& file) const {
        return error_of(serving(file));
    }
};

TEST_F(LoaderRoots, AFileBelowThePolicysFolderIsRead) {
    EXPECT_EQ(error_of_file("robots.txt"), "");
    EXPECT_EQ(error_of_file("sub/robots.txt"), "");
    EXPECT_EQ(error_of_file("./sub//../robots.txt"), "");
    EXPECT_EQ(error_of_file(path("conf/robots.txt")), "");
    EXPECT_EQ(error_of_file(path("conf/../conf/robots.txt")), "");
}

TEST_F(LoaderRoots, AFileElsewhereIsRefused) {
    EXPECT_EQ(error_of_file("../outside/key.txt"), "outside-root");
    EXPECT_EQ(error_of_file(path("outside/key.txt")), "outside-root");
    EXPECT_EQ(error_of_file("sub/../../outside/key.txt"), "outside-root");
    EXPECT_EQ(error_of_file("../conf-not/../outside/key.txt"), "outside-root");
    EXPECT_EQ(error_of_file("../../../../../../etc/passwd"), "outside-root");
    EXPECT_EQ(error_of_file("/etc/passwd"), "outside-root");
    EXPECT_EQ(error_of_file("/"), "outside-root");
    EXPECT_EQ(error_of_file(".."), "outside-root");
}

TEST_F(LoaderRoots, TheErrorNamesTheKeyTheFileAndTheFix) {
    const Loaded loaded = load_in_conf(serving("../outside/key.txt"));
    ASSERT_EQ(loaded.diagnostics.size(), 1u);
    EXPECT_EQ(to_string(loaded.diagnostics[0]),
              path("conf/policy.yaml") + ":2:30: error: `" +
                  path("conf/../outside/key.txt") + "` is outside `" +
                  path("conf") +
                  "`; move the file there, or list all folders of the policy "
                  "in `robots_policy_root` (`--root` of robotsctl) "
                  "[outside-root]");
}

TEST_F(LoaderRoots, ALinkThatStaysBelowIsFollowed) {
    link("robots.txt", "a.txt");
    link("../robots.txt", "sub/b.txt");
    link(path("conf/robots.txt"), "c.txt");
    link("../conf/robots.txt", "d.txt");
    // As Kubernetes mounts a ConfigMap.
    write("conf/..2026_01/e.txt", kText);
    link("..2026_01", "..data");
    link("..data/e.txt", "e.txt");
    for (const char* name : {"a.txt", "sub/b.txt", "c.txt", "d.txt", "e.txt"}) {
        EXPECT_EQ(error_of_file(name), "") << name;
    }
}

TEST_F(LoaderRoots, ALinkThatLeadsOutIsRefused) {
    link(path("outside/secret.txt"), "a.txt");
    link("../outside/secret.txt", "b.txt");
    link("../outside", "c");
    link("/proc/self/cwd", "d");
    link("a.txt", "e.txt");
    link("sub/../../outside/secret.txt", "f.txt");
    for (const char* name :
         {"a.txt", "b.txt", "c/secret.txt", "d/x", "e.txt", "f.txt"}) {
        EXPECT_EQ(error_of_file(name), "outside-root") << name;
    }
}

// Not even to look whether there is something.
TEST_F(LoaderRoots, APathThatLeavesAndReturnsIsRefused) {
    fs::create_symlink(path("conf"), path("outside/back"));
    EXPECT_EQ(error_of_file("../outside/back/robots.txt"), "outside-root");
    EXPECT_EQ(error_of_file("../nothing/key.txt"), "outside-root");
}

TEST_F(LoaderRoots, EveryKindOfFileMustLieBelowARoot) {
    write("outside/site.yaml", "sites: [{host: a.example}]\n");
    write("outside/a.json",
          "{\"prefixes\": [{\"ipv4Prefix\": \"192.0.2.0/24\"}]}");
    write("outside/hosts.txt", "a.example\n");
    const std::string head = "version: 1\ndefault: {}\n";
    const std::vector<std::string> yamls{
        head + "include: ../outside/site.yaml\n",
        head + "include: ../outside/*.yaml\n",
        head + "sites: [{hosts_file: ../outside/hosts.txt}]\n",
        head + "crawlers: [{token: Qqx, ranges_file: ../outside/a.json}]\n"};
    for (const std::string& yaml : yamls) {
        const Loaded loaded = load_in_conf(yaml);
        EXPECT_EQ(loaded.policy, nullptr) << yaml;
        ASSERT_EQ(loaded.diagnostics.size(), 1u) << all(loaded.diagnostics);
        EXPECT_EQ(loaded.diagnostics[0].code, "outside-root");
        EXPECT_EQ(loaded.diagnostics[0].line, 3u);
        EXPECT_EQ(error_of(yaml, {path("")}), "") << yaml;
    }
}

TEST_F(LoaderRoots, AMatchOfAPatternThatIsALinkOutIsRefused) {
    write("outside/site.yaml", "sites: [{host: a.example}]\n");
    link(path("outside/site.yaml"), "sites.d/a.yaml");
    EXPECT_EQ(error_of("version: 1\ndefault: {}\ninclude: sites.d/*.yaml\n"),
              "outside-root");
}

TEST_F(LoaderRoots, RootsReplaceThePolicysFolder) {
    const std::string yaml = serving("../outside/key.txt");
    EXPECT_EQ(error_of(yaml, {path("outside")}), "");
    EXPECT_EQ(error_of(yaml, {path("outside/")}), "");
    EXPECT_EQ(error_of(yaml, {path("conf"), path("outside")}), "");
    EXPECT_EQ(error_of(yaml, {"/"}), "");
    EXPECT_EQ(error_of(serving("robots.txt"), {path("outside")}),
              "outside-root");
    EXPECT_EQ(error_of(serving("robots.txt"), {path("conf/sub")}),
              "outside-root");
}

TEST_F(LoaderRoots, LinksLeadFromRootToRoot) {
    link("../outside/key.txt", "a.txt");
    link(path("outside/key.txt"), "b.txt");
    const PolicyRoots both{path("conf"), path("outside")};
    EXPECT_EQ(error_of(serving("a.txt"), both), "");
    EXPECT_EQ(error_of(serving("b.txt"), both), "");
}

TEST_F(LoaderRoots, ARootMayBeALinkItself) {
    fs::create_directory_symlink(path("outside"), path("linked"));
    EXPECT_EQ(error_of(serving(path("linked/key.txt")), {path("linked")}), "");
    EXPECT_EQ(error_of(serving(path("outside/key.txt")), {path("linked")}), "");
    EXPECT_EQ(error_of(serving("robots.txt"), {path("none")}), "bad-root");
    EXPECT_EQ(error_of(serving("robots.txt"), {path("conf/robots.txt")}),
              "bad-root");
}

TEST_F(LoaderRoots, IfThePolicyIsALinkItsFolderIsThatOfTheLink) {
    write("outside/real.yaml", serving("robots.txt"));
    fs::create_symlink(path("outside/real.yaml"), path("conf/policy.yaml"));
    const Loaded loaded = load_policy(path("conf/policy.yaml"), {});
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    EXPECT_EQ(render(*loaded.policy, "http://a.example/"), kText);
}

TEST_F(LoaderRoots, APolicyInTheWorkingFolderHasItAsRoot) {
    const fs::path before = fs::current_path();
    write("conf/policy.yaml", serving("robots.txt"));
    fs::current_path(path("conf"));
    const Loaded good = load_policy("policy.yaml", {});
    write("conf/policy.yaml", serving("../outside/key.txt"));
    const Loaded bad = load_policy("policy.yaml", {});
    fs::current_path(before);
    EXPECT_NE(good.policy, nullptr) << all(good.diagnostics);
    EXPECT_EQ(bad.policy, nullptr);
}

TEST_F(LoaderRoots, OnlyRegularFilesAreOpened) {
    ASSERT_EQ(::mkfifo(path("conf/fifo").c_str(), 0600), 0);
    link("/dev/zero", "zero");
    link("loop", "loop");
    EXPECT_EQ(error_of_file("fifo"), "unreadable-file");
    EXPECT_EQ(error_of_file("sub"), "unreadable-file");
    EXPECT_EQ(error_of_file("zero"), "outside-root");
    EXPECT_EQ(error_of(serving("/dev/zero"), {"/"}), "unreadable-file");
    EXPECT_EQ(error_of_file("loop"), "unreadable-file");
    EXPECT_EQ(error_of_file("robots.txt/"), "unreadable-file");
    EXPECT_EQ(error_of_file("robots.txt/x"), "unreadable-file");
    EXPECT_EQ(error_of_file(std::string(5000, 'a')), "unreadable-file");
    std::string deep;
    for (int i = 0; i < 1000; ++i) {
        deep += "../";
    }
    EXPECT_EQ(error_of_file(deep), "outside-root");
}

TEST_F(LoaderRoots, AFileThatBecameALinkIsAChangeAndThenAnError) {
    const Loaded loaded = load_in_conf(serving("robots.txt"));
    ASSERT_NE(loaded.policy, nullptr);
    write("outside/same.txt", kText);
    fs::remove(path("conf/robots.txt"));
    link(path("outside/same.txt"), "robots.txt");
    EXPECT_FALSE(loaded.inputs.unchanged());
    EXPECT_EQ(error_of_file("robots.txt"), "outside-root");
}

// Another process puts links in place of a file and of its folder, all the time
// that they are opened.
TEST_F(LoaderRoots, NoRaceOpensAFileElsewhere) {
    write("conf/a/f.txt", kText);
    write("outside/f.txt", kSecret);
    link(path("outside"), "b");
    link(path("outside/secret.txt"), "a/link.txt");
    write("conf/a/file.txt", kText);
    const auto swap = [this](const char* one, const char* other) {
        ::renameat2(AT_FDCWD, path(one).c_str(), AT_FDCWD, path(other).c_str(),
                    RENAME_EXCHANGE);
    };
    std::atomic<bool> done{false};
    std::thread tenant([&] {
        while (!done) {
            swap("conf/a", "conf/b");
            swap("conf/a/file.txt", "conf/a/link.txt");
        }
    });
    const loader::Roots roots({path("conf")});
    int read = 0;
    for (int i = 0; i < 20000; ++i) {
        const auto source = loader::read_source(
            roots.open(path(i % 2 == 0 ? "conf/a/f.txt" : "conf/a/file.txt")),
            1000);
        ASSERT_TRUE(source.text.empty() || source.text == kText);
        read += source.problem.empty() ? 1 : 0;
    }
    done = true;
    tenant.join();
    EXPECT_GT(read, 0);
}

TEST_F(LoaderRoots, AFileThatIsNotRobotsTxtIsAnError) {
    for (const char* text :
         {"-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n",
          "root:$6$salt$hash:19000:0:99999:7:::\n", "hunter2",
          "<!doctype html><title>404</title>", "allow 192.0.2.1;\ndeny all;\n",
          "license: MIT\n", "Host: example.com\n", "a\0b"}) {
        write("conf/robots.txt", text);
        const Loaded loaded = load_in_conf(serving("robots.txt"));
        EXPECT_EQ(loaded.policy, nullptr) << text;
        ASSERT_EQ(loaded.diagnostics.size(), 1u) << text;
        EXPECT_EQ(loaded.diagnostics[0].code, "not-robots-txt");
        EXPECT_EQ(loaded.diagnostics[0].line, 2u);
        EXPECT_EQ(loaded.diagnostics[0].column, 30u);
        EXPECT_EQ(loaded.diagnostics[0].text.find("hunter2"),
                  std::string::npos);
    }
    write("conf/robots.txt", std::string("Disallow: /\n\0", 13));
    EXPECT_EQ(error_of_file("robots.txt"), "not-robots-txt");
}

TEST_F(LoaderRoots, AnEmptyFileAndOneOfCommentsAreRobotsTxt) {
    for (const char* text :
         {"", "\n\n", "\xEF\xBB\xBF", "# all may be crawled\r\n  # here\n",
          "Disallow:", "User-agent: *", "sitemap: https://a.example/s.xml",
          "License: https://a.example/l.xml", "Useragent: a\ntext",
          "# caf\xE9\nAllow: /\n"}) {
        write("conf/robots.txt", text);
        EXPECT_EQ(error_of_file("robots.txt"), "") << text;
    }
}

TEST_F(LoaderRoots, ErrorsDoNotQuoteTheContentsOfAList) {
    const std::string shadow =
        "root:$6$salt$hunter2:19000:0:99999:7:::\nhunter2:x\n"
        "http://hunter2/\n hunter2/x\n*hunter2\n[hunter2]:5x\nhunter2 hunter2\n"
        "a:b:hunter2\n";
    write("conf/list", shadow);
    const Loaded hosts =
        load_in_conf("version: 1\nsites: [{hosts_file: list}]\n");
    EXPECT_EQ(hosts.policy, nullptr);
    EXPECT_EQ(hosts.diagnostics.size(), 8u) << all(hosts.diagnostics);
    const Loaded ranges = load_in_conf(
        "version: 1\ndefault: {}\n"
        "crawlers: [{token: Qqx, ranges_file: list}]\n");
    write("conf/list", "{\"prefixes\": [{\"ipv4Prefix\": \"hunter2\"}]}");
    const Loaded other = load_in_conf(
        "version: 1\ndefault: {}\n"
        "crawlers: [{token: Qqx, ranges_file: list}]\n");
    for (const Loaded* loaded : {&hosts, &ranges, &other}) {
        EXPECT_GT(loaded->diagnostics.size(), 0u);
        EXPECT_EQ(all(loaded->diagnostics).find("hunter2"), std::string::npos)
            << all(loaded->diagnostics);
    }
}

}  // namespace
}  // namespace robots
