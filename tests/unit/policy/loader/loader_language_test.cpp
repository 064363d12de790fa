// `version`: which language a policy is written in, and what older ones lack.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "policy/loader/build/load.hpp"
#include "policy/loader/yaml/key_homes.hpp"
#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class LoaderLanguage : public PolicyFixture {
  protected:
    // The errors of a reader of language 1.`minor`, as "CODE TEXT".
    std::vector<std::string> errors_of(const std::string& yaml,
                                       int minor) const {
        const Loaded loaded =
            load_policy(write("policy.yaml", yaml), {}, {},
                        loader::share_folder(), {}, nullptr, minor);
        std::vector<std::string> out;
        for (const Diagnostic& diagnostic : loaded.diagnostics) {
            if (diagnostic.severity == Severity::error) {
                out.push_back(diagnostic.code + ' ' + diagnostic.text);
            }
        }
        return out;
    }
};

TEST_F(LoaderLanguage, EachMinorUpToItsOwnIsRead) {
    for (const char* version : {"1", "'1'", "1.0", "1.1", "\"1.1\""}) {
        EXPECT_NE(
            load("version: " + std::string(version) + "\ndefault: {}\n").policy,
            nullptr)
            << version;
    }
    for (const char* version :
         {"2", "1.x", "1.", "1.01", "v1", "-1", "1.1.0"}) {
        expect_error("version: " + std::string(version) + "\ndefault: {}\n",
                     "bad-version", 1, 10);
    }
}

TEST_F(LoaderLanguage, ANewerOneIsOneErrorWhateverItHas) {
    const std::string newer =
        "version: 1.3\nbudgets: {}\ndefault: {later: 1, groups: 2}\n"
        "sites: [{never: heard}]\n";
    EXPECT_THAT(load(newer).diagnostics, ::testing::SizeIs(1));
    EXPECT_THAT(errors_of(newer, loader::kLanguageMinor),
                ElementsAre(HasSubstr("newer-language this needs language 1.3, "
                                      "and this release reads 1.1")));
}

TEST_F(LoaderLanguage, AnIncludedFileMayBeNewer) {
    write("b.yaml", "version: 1.2\nlater: 1\nsites: [{never: heard}]\n");
    const std::string policy = "version: 1.1\ninclude: b.yaml\ndefault: {}\n";
    EXPECT_THAT(errors_of(policy, loader::kLanguageMinor),
                ElementsAre(HasSubstr("newer-language")));
}

TEST_F(LoaderLanguage, AnOlderOneRefusesNewKeysOfEachMap) {
    const std::string policy =
        "version: 1\n"
        "lint: {ignore: [pages]}\n"
        "enforce: {at_most: {unsupported: log}}\n"
        "crawlers: [{token: Agent, self_hosted: true}]\n"
        "default: {comment: x, groups: [{operator: Google, disallow: /}]}\n";
    EXPECT_THAT(
        errors_of(policy, 0),
        ElementsAre(
            HasSubstr("newer-language `lint` is new in language 1.1; an "
                      "nginx that reads 1.0 refuses it"),
            HasSubstr("`at_most`"), HasSubstr("`self_hosted`"),
            HasSubstr("`comment`"), HasSubstr("`operator`")));
    EXPECT_THAT(errors_of(policy, 1), IsEmpty());
    EXPECT_THAT(errors_of("version: 1\nenforce: {budget_per: address}\n"
                          "default: {header: x, environment: open}\n",
                          0),
                IsEmpty());
}

TEST_F(LoaderLanguage, AnOlderOneRefusesNewWords) {
    EXPECT_THAT(errors_of("version: 1\nenforce: {burst: null}\n"
                          "default: {max_age: null, robots_txt: pass}\n",
                          0),
                ElementsAre(HasSubstr("`null` is new in language 1.1"),
                            HasSubstr("`null`"), HasSubstr("`pass`")));
}

TEST_F(LoaderLanguage, OldNamesOfABodyCount) {
    const std::string policy =
        "version: 1\ndefault: {header: x, environment: open}\n";
    expect_warnings(policy,
                    {{"deprecated-key", 2, 11}, {"deprecated-key", 2, 22}});
    EXPECT_EQ(robots_txt(policy), "# x\n");
    expect_error("version: 1\ndefault: {environment: closed}\n",
                 "expected-closed", 2, 24);
}

TEST_F(LoaderLanguage, AnOldNameBesideTheNewOneIsAnError) {
    expect_errors(
        "version: 1\nenforce: {rate_per: crawler, budget_per: subnet,\n"
        "  unsupported: log, at_most: {unsupported: reject}}\n"
        "default: {environment: open, expect: open, comment: x, header: y}\n",
        {{"duplicate-key", 2, 30},
         {"duplicate-key", 3, 3},
         {"duplicate-key", 4, 11},
         {"duplicate-key", 4, 56}});
    EXPECT_NE(load("version: 1\nenforce: {unsupported: log, at_most: "
                   "{contact_only: log}}\ndefault: {}\n")
                  .policy,
              nullptr);
}

}  // namespace
}  // namespace robots
