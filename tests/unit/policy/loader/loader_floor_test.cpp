// `enforce: {at_least}` of the main file, which no included file loosens.

#include <gmock/gmock.h>

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

class LoaderFloor : public PolicyFixture {
  protected:
    static std::string floor(const std::string& enforce) {
        return "version: 1.1\ninclude: 't/*.yaml'\nenforce: {" + enforce +
               "}\ndefault: {groups: [{user_agent: '*', enforce: pass}]}\n";
    }
    void expect_told(const std::string& policy, const std::string& text) const {
        EXPECT_THAT(all(load(policy).diagnostics), ::testing::HasSubstr(text));
    }
};

TEST_F(LoaderFloor, NoLevelOfAnIncludedFileIsLooser) {
    write("t/a.yaml",
          "templates: {t: {enforce: {disallow: pass}}}\n"
          "sites:\n"
          "  - host: a.example\n"
          "    template: t\n"
          "    enforce: off\n"
          "    groups:\n"
          "      - {user_agent: '*', enforce: {crawl_delay: pass}}\n"
          "      - {user_agent: B, enforce: {visit_time: pass, disallow: "
          "reject}}\n");
    const std::string policy =
        floor("at_least: {disallow: log, crawl_delay: log}");
    expect_errors(policy, {{"below-floor", 1, 37, "t/a.yaml"},
                           {"below-floor", 5, 14, "t/a.yaml"},
                           {"below-floor", 7, 50, "t/a.yaml"}});
    expect_told(policy,
                "`disallow`: expected `log` or a stricter action, which "
                "`at_least` of the main file asks for, got `pass`");
}

TEST_F(LoaderFloor, NullCannotUndoIt) {
    write("t/a.yaml",
          "sites:\n"
          "  - host: a.example\n"
          "    enforce: null\n"
          "  - host: b.example\n"
          "    enforce: {disallow: null}\n"
          "  - host: c.example\n"
          "    enforce: {at_most: null, crawl_delay: null}\n");
    expect_errors(floor("disallow: reject, at_least: {disallow: reject}"),
                  {{"below-floor", 3, 5, "t/a.yaml"},
                   {"below-floor", 5, 15, "t/a.yaml"}});
}

TEST_F(LoaderFloor, CapsCannotUndoIt) {
    write("t/a.yaml",
          "sites: [{host: a.example, enforce: {at_most: {unsupported: pass, "
          "contact_only: log}}},\n"
          "  {host: b.example, enforce: {unsupported: pass}}]\n");
    expect_errors(floor("disallow: reject, at_least: {disallow: reject}"),
                  {{"below-floor", 1, 60, "t/a.yaml"},
                   {"below-floor", 2, 44, "t/a.yaml"}});
    // What the main file's own caps leave is enough, and pass needs none.
    write("t/a.yaml",
          "sites: [{host: a.example, enforce: {at_most: {contact_only: "
          "log}}}]\n");
    EXPECT_NE(load(floor("disallow: reject, at_most: {contact_only: reject}, "
                         "at_least: {disallow: log}"))
                  .policy,
              nullptr);
    expect_errors(floor("disallow: reject, at_most: {contact_only: reject}, "
                        "at_least: {disallow: reject}"),
                  {{"below-floor", 1, 61, "t/a.yaml"}});
}

TEST_F(LoaderFloor, WhatFilesInheritIsStrictEnough) {
    write("t/a.yaml", "sites: [{host: a.example, comment: x}]\n");
    expect_error(floor("disallow: log, at_least: {impostor: log, disallow: "
                       "throttle}"),
                 "below-floor", 3, 62);
    expect_told(floor("at_least: {disallow: reject}"),
                "`at_least`: `reject` is stricter than `log`, which files "
                "inherit; write `disallow: reject` in `enforce`, too");
    EXPECT_NE(
        load(floor("disallow: reject, at_least: {disallow: reject}")).policy,
        nullptr);
}

TEST_F(LoaderFloor, IsOnlyForTheTopLevelOfTheMainFile) {
    write("t/a.yaml",
          "sites: [{host: a.example, enforce: {at_least: {disallow: "
          "log}}}]\n");
    expect_errors(floor("at_least: {disallow: log}"),
                  {{"only-in-main-file", 1, 47, "t/a.yaml"}});
    expect_error("version: 1\ndefault: {enforce: {at_least: {}}}\n",
                 "only-in-main-file", 2, 31);
    expect_error("version: 1\nenforce: {at_least: {burst: 1}}\ndefault: {}\n",
                 "unknown-key", 2, 22);
    expect_error("version: 1\nenforce: {at_least: log}\ndefault: {}\n",
                 "wrong-type", 2, 21);
}

}  // namespace
}  // namespace robots
