// `on_error: keep`: customers' files that claim each other's hosts.

#include <gmock/gmock.h>

#include <filesystem>
#include <string>

#include "tests/unit/policy/loader/kept_files_fixture.hpp"

namespace robots {
namespace {

using ::testing::HasSubstr;

class LoaderKeptRivals : public LoaderKeptFiles {};

// a.yaml is read first, and b.yaml had the host before.
TEST_F(LoaderKeptRivals, AThiefKeepsNobodyFromItsHost) {
    site("a.yaml", "a.example", "a");
    site("b.yaml", "b.example", "first");
    for (const char* include :
         {"on_error: keep", "on_error: keep, hosts: {}"}) {
        SCOPED_TRACE(include);
        restart();
        const std::string main = "version: 1.1\ninclude: {files: 't/*.yaml', " +
                                 std::string(include) + "}\n";
        ASSERT_EQ(of(reload(main), "b.example"), "# first\n");
        site("a.yaml", "b.example", "stolen");
        EXPECT_EQ(of(reload(main), "b.example"), "# first\n");
        // Nor from changing it.
        site("b.yaml", "b.example", "second");
        const Loaded loaded = reload(main);
        EXPECT_EQ(of(loaded, "b.example"), "# second\n");
        EXPECT_EQ(of(loaded, "a.example"), "# a\n");
        EXPECT_EQ(loaded.kept_files, 1U);
        EXPECT_THAT(all(loaded.diagnostics), HasSubstr("t/a.yaml:1:"));
        site("a.yaml", "a.example", "a");
        site("b.yaml", "b.example", "first");
    }
}

// The more specific claim would win.
TEST_F(LoaderKeptRivals, APortOrASchemeTakesNoHostFromAnother) {
    site("bert.yaml", "bert.example", "bert");
    for (const std::string claim : {"port: 80", "scheme: http"}) {
        // Read before and after the file that had the host.
        for (const std::string file : {"t/anna.yaml", "t/zoe.yaml"}) {
            SCOPED_TRACE(file + ' ' + claim);
            ASSERT_EQ(of(reload(), "bert.example"), "# bert\n");
            write(file, "sites: [{host: [z.example, bert.example], " + claim +
                            ", comment: stolen}]\n");
            const Loaded loaded = reload();
            EXPECT_EQ(of(loaded, "bert.example"), "# bert\n");
            EXPECT_EQ(loaded.kept_files, 1U);
            EXPECT_THAT(all(loaded.diagnostics), HasSubstr(file + ":1:"));
            std::filesystem::remove(path(file));
        }
    }
}

TEST_F(LoaderKeptRivals, TheMainFileSharesOnlyTheHostsThatItGives) {
    site("a.yaml", "main.example, port: 80", "a");
    const Loaded taken = reload();
    EXPECT_EQ(of(taken, "main.example"), "# main\n");
    EXPECT_EQ(taken.kept_files, 1U);
    EXPECT_THAT(all(taken.diagnostics), HasSubstr("t/a.yaml:1:16: error"));
    std::string main = kKeptMain;
    main.insert(main.find("}\n"), ", hosts: {a.yaml: main.example}");
    EXPECT_EQ(of(reload(main), "main.example"), "# a\n");
}

TEST_F(LoaderKeptRivals, OneFileOrFilesOfTheAdminMayShareAHost) {
    write("t/a.yaml",
          "sites:\n- {host: a.example, port: 80, comment: first}\n"
          "- {host: a.example, comment: second}\n");
    const Loaded loaded = reload();
    EXPECT_EQ(of(loaded, "a.example"), "# first\n");
    EXPECT_EQ(loaded.kept_files, 0U);
    site("a.yaml", "a.example", "first");
    site("b.yaml", "a.example, port: 80", "second");
    EXPECT_EQ(of(load("version: 1.1\n"
                      "include: {files: 't/*.yaml', scope: file}\n"),
                 "a.example"),
              "# second\n");
}

// A chain of files whose tests fail one after the other uses up many tries, and
// a thief with another error fails together with whom it robs.
TEST_F(LoaderKeptRivals, FilesThatQuarrelKeepNoOtherFromChanging) {
    const auto link = [this](int i, const std::string& hosts) {
        const std::string n = std::to_string(i);
        write("t/e" + n + ".yaml", "sites: [{host: [" + hosts +
                                       "], groups: []}]\ntests: [{url: "
                                       "'http://s" +
                                       n +
                                       ".example/', crawler: GPTBot, disallow: "
                                       "/}]\n");
    };
    site("shop.yaml", "shop.example", "first");
    ASSERT_EQ(of(reload(), "shop.example"), "# first\n");
    link(1, "s1.example");
    link(2, "s1.example, s2.example");
    link(3, "s2.example, s3.example");
    link(4, "s3.example, s4.example");
    write("t/e5.yaml", "sites: [\n");
    site("shop.yaml", "shop.example", "second");
    EXPECT_EQ(of(reload(), "shop.example"), "# second\n");
    restart();
    EXPECT_EQ(of(reload(), "shop.example"), "# second\n");

    for (int i = 1; i <= 5; ++i) {
        write("t/e" + std::to_string(i) + ".yaml", "sites: []\n");
    }
    site("a.yaml", "a.example", "a");
    ASSERT_EQ(of(reload(), "shop.example"), "# second\n");
    write("t/a.yaml",
          "sites: [{host: [a.example, shop.example], template: nobodys}]\n");
    site("shop.yaml", "shop.example", "third");
    EXPECT_EQ(of(reload(), "shop.example"), "# third\n");
    EXPECT_EQ(of(reload(), "a.example"), "# a\n");
}

}  // namespace
}  // namespace robots
