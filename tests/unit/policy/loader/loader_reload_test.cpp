// A reload takes over the files that are as they were.

#include <gmock/gmock.h>

#include <filesystem>
#include <string>

#include "tests/unit/policy/loader/reload_fixture.hpp"

namespace robots {
namespace {

constexpr const char* kMain =
    "version: 1.1\n"
    "include: t/*.yaml\n"
    "templates: {shop: {groups: [{user_agent: '*', disallow: /cart}]}}\n"
    "sites: [{host: main.example, template: shop}]\n";

TEST_F(LoaderReload, TakesOverWhatDidNotChange) {
    write("policy.yaml", kMain);
    for (const char* name : {"a", "b", "c"}) {
        customer(name, "template: shop");
    }
    EXPECT_EQ(reload(), 0U);
    EXPECT_EQ(reload(), 3U);
    customer("b", "groups: []");
    EXPECT_EQ(reload(), 2U);
    EXPECT_EQ(reload(), 3U);
}

TEST_F(LoaderReload, TakesOverTheFilesBehindANewOrARemovedOne) {
    write("policy.yaml", kMain);
    for (const char* name : {"b", "c", "d", "e"}) {
        customer(name, "groups: [{user_agent: '*', disallow: /" +
                           std::string(name) + "}]");
    }
    reload();
    customer("a", "groups: [{user_agent: '*', disallow: /a}]");
    EXPECT_EQ(reload(), 4U);
    std::filesystem::remove(path("t/b.yaml"));
    EXPECT_EQ(reload(), 4U);
    customer("b", "groups: []");
    EXPECT_EQ(reload(), 4U);
}

// What each of them is compiled to depends on these.
TEST_F(LoaderReload, TakesNothingOverIfTheMainFileOrATemplateChanges) {
    const std::string main = std::string(kMain) + "variables: {team: ops}\n";
    const std::string include = "include: [templates.yaml, 't/*.yaml']\n";
    const auto write_main = [&](const std::string& text) {
        write("policy.yaml",
              std::string(text).replace(text.find("include:"),
                                        text.find('\n', text.find("include:")) +
                                            1 - text.find("include:"),
                                        include));
    };
    write("templates.yaml", "templates: {blog: {comment: '${team}'}}\n");
    customer("a", "template: shop");
    customer("b", "template: blog");
    customer("c", "template: blog");
    write_main(main);
    reload();
    EXPECT_EQ(reload(), 2U);  // not the first of `blog`
    write("templates.yaml", "templates: {blog: {comment: 'of ${team}'}}\n");
    EXPECT_EQ(reload(), 0U);
    EXPECT_EQ(reload(), 2U);
    write_main(std::string(kMain) + "variables: {team: sales}\n");
    EXPECT_EQ(reload(), 0U);
}

TEST_F(LoaderReload, TakesOverFilesBesideOneThatStaysBroken) {
    write("policy.yaml",
          "version: 1.1\n"
          "include: {files: t/*.yaml, on_error: keep}\n"
          "sites: [{host: main.example, groups: []}]\n");
    for (const char* name : {"a", "b", "c"}) {
        customer(name, "groups: []");
    }
    reload();
    customer("b", "grups: []");
    EXPECT_EQ(reload(), 3U);
    customer("c", "comment: new");
    EXPECT_EQ(reload(), 2U);
}

// Which the files that are taken over would have made room for.
TEST_F(LoaderReload, TheNumberOfValuesIsLimitedAsAtAStart) {
    constexpr int kLess = 60;  // than a million, for the main file's
    write("policy.yaml",
          "version: 1.1\n"
          "include: {files: t/*.yaml, on_error: keep}\n"
          "sites: [{host: main.example, groups: []}]\n");
    const auto with_test = [this](const std::string& name, int targets) {
        std::string text = "sites: [{host: " + name +
                           ".example, groups: []}]\ntests:\n  - url: http://" +
                           name +
                           ".example/\n    crawler: GPTBot\n    allow:\n";
        for (int i = 0; i < targets; ++i) {
            text += "    - /\n";
        }
        write("t/" + name + ".yaml", text);
    };
    with_test("a", 1);
    with_test("c", 1);
    for (char name = 'a'; name < 'z'; ++name) {
        customer(std::string("b") + name, "groups: []");
    }
    reload();
    with_test("a", 1000000 - kLess);
    with_test("c", 2000);
    const Both both = load_both();
    EXPECT_EQ(both.reloaded, both.anew);
    EXPECT_THAT(both.anew, ::testing::HasSubstr("too-many-values"));
}

TEST_F(LoaderReload, ForgetsTheNumbersOfFilesThatAreGone) {
    write("policy.yaml", kMain);
    const auto add = [&](int first) {
        for (int i = first; i < first + 10; ++i) {
            customer("a" + std::to_string(i), "groups: []");
        }
    };
    add(0);
    reload();
    for (int i = 0; i < 10; ++i) {
        std::filesystem::remove(path("t/a" + std::to_string(i) + ".yaml"));
    }
    add(100);
    reload();
    EXPECT_EQ(compiled_->numbers.size(), 11U);
}

}  // namespace
}  // namespace robots
