// `on_error: keep`: customers' files that claim each other's hosts.

#include <gmock/gmock.h>

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
