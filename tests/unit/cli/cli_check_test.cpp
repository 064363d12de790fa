// robotsctl check: what it lists, in which format, and its exit codes.

#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <string>

#include "tests/unit/cli/robotsctl_fixture.hpp"

namespace robots {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using Json = nlohmann::json;

class CliCheck : public RobotsctlFixture {
  protected:
    // A policy with a warning and a piece of advice.
    std::string with_findings() const {
        return write("policy.yaml",
                     "version: 1\n"
                     "default:\n"
                     "  groups:\n"
                     "    - user_agent: '*'\n"
                     "      disallow: ['/*?sort=', /test]\n");
    }
    std::string with_error() const {
        return write("bad.yaml", "version: 1\ndefault: {max_age: 5}\n");
    }
    // A policy whose robots.txt has `count` lines with a misspelt key.
    std::string with_many(int count) const {
        std::string text = "User-agent: *\nDisallow: /a/\n";
        for (int i = 0; i < count; ++i) {
            text += "Dissallow: /b" + std::to_string(i) + "/\n";
        }
        write("robots.txt", text);
        return write("many.yaml",
                     "version: 1\ndefault: {robots_txt: {file: robots.txt}}\n");
    }
};

TEST_F(CliCheck, ExitCodesAreThoseOfThePage) {
    const std::string fine = write("fine.yaml", "version: 1\ndefault: {}\n");
    const std::string advice =
        write("advice.yaml",
              "version: 1\ndefault: {groups: [{user_agent: x, disallow: "
              "'/a/*'}]}\n");
    const std::string warned = with_findings();
    const std::string bad = with_error();
    EXPECT_EQ(run({"check", fine}).code, 0);
    EXPECT_EQ(run({"check", fine, "--strict"}).code, 0);
    EXPECT_EQ(run({"check", advice, "--strict"}).code, 0);
    EXPECT_EQ(run({"check", warned}).code, 0);
    EXPECT_EQ(run({"check", warned, "--strict"}).code, 1);
    EXPECT_EQ(run({"check", warned, "--strict", "--quiet"}).code, 1);
    EXPECT_EQ(run({"check", bad}).code, 1);
    EXPECT_EQ(run({"check", path("none.yaml")}).code, 2);
    EXPECT_EQ(run({"check", fine, "--root", path("none")}).code, 2);
    EXPECT_EQ(run({"check", fine, "--format", "xml"}).code, 2);
    EXPECT_EQ(run({"check", fine, "--format", "text", "--format", "json"}).code,
              2);
    for (const char* format : {"text", "json", "sarif", "github"}) {
        EXPECT_EQ(run({"check", bad, "--format", format}).code, 1) << format;
        EXPECT_EQ(run({"check", warned, "--format", format}).code, 0) << format;
    }
}

TEST_F(CliCheck, TheWorstComeFirst) {
    const Ran ran = run({"check", with_findings()});
    EXPECT_THAT(ran.out, StartsWith(path("policy.yaml") +
                                    ":5:30: warning: `Disallow: /test`"));
    EXPECT_THAT(ran.out,
                HasSubstr('\n' + path("policy.yaml") + ":5:18: advice: "));
    EXPECT_THAT(ran.err, HasSubstr("0 errors, 1 warning, 1 piece of advice"));
}

TEST_F(CliCheck, QuietPrintsErrorsAlone) {
    const Ran warned = run({"check", with_findings(), "--quiet"});
    EXPECT_EQ(warned.out + warned.err, "");
    const Ran bad = run({"check", with_error(), "--quiet"});
    EXPECT_THAT(bad.out, HasSubstr("[bad-duration]"));
    EXPECT_EQ(bad.err, "");
}

TEST_F(CliCheck, TenOfACodeAreListedUnlessAllAreAskedFor) {
    const std::string file = with_many(25);
    const auto lines = [](const std::string& text) {
        return std::count(text.begin(), text.end(), '\n');
    };
    const Ran some = run({"check", file});
    EXPECT_EQ(lines(some.out), 11);
    EXPECT_THAT(some.out, HasSubstr("15 more of `misspelt-key` are not shown"));
    EXPECT_THAT(some.err, HasSubstr("0 errors, 25 warnings"));
    const Ran all = run({"check", file, "--all"});
    EXPECT_EQ(lines(all.out), 25);
    EXPECT_THAT(all.out, Not(HasSubstr("more of")));
    EXPECT_EQ(run({"check", file, "--format", "json"}).json().size(), 25U);
    EXPECT_EQ(lines(run({"check", file, "--format", "github"}).out), 11);
}

TEST_F(CliCheck, OtherVerbsPrintNoWarnings) {
    const Ran ran = run({"render", with_findings(), "--url", "http://a/"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.err, "");
    EXPECT_THAT(run({"render", with_error(), "--url", "http://a/"}).err,
                HasSubstr("[bad-duration]"));
}

TEST_F(CliCheck, JsonHasTheFix) {
    const auto json =
        run({"check", with_findings(), "--format", "json"}).json();
    ASSERT_EQ(json.size(), 2U);
    EXPECT_EQ(json[0].at("severity"), "warning");
    EXPECT_EQ(json[0].at("fix"),
              Json::parse(R"j({"by": ["{directory: \"/test\"}"],
                               "effect": "opens"})j"));
    EXPECT_EQ(json[1].at("severity"), "advice");
    EXPECT_FALSE(run({"check", with_error(), "--format", "json"})
                     .json()[0]
                     .contains("fix"));
}

TEST_F(CliCheck, GithubGetsWorkflowCommands) {
    const Ran ran = run({"check", with_findings(), "--format", "github"});
    EXPECT_THAT(ran.out, StartsWith("::warning file=" + path("policy.yaml") +
                                    ",line=5,col=30,title=open-ended-path::"));
    EXPECT_THAT(ran.out, HasSubstr("\n::notice file="));
    EXPECT_THAT(run({"check", with_error(), "--format", "github"}).out,
                StartsWith("::error file="));
    // What ends a property or a message is escaped.
    const std::string odd = write("a,b%c:d.yaml", "version: 2\ndefault: {}\n");
    EXPECT_THAT(run({"check", odd, "--format", "github"}).out,
                HasSubstr("a%2Cb%25c%3Ad.yaml,line=1"));
}

// What SARIF 2.1.0 requires of what a log has: sections 3.13, 3.14, 3.19, 3.27,
// 3.30 and 3.49.
void expect_sarif(const Json& log) {
    EXPECT_EQ(log.at("version"), "2.1.0");
    EXPECT_THAT(log.at("$schema").get<std::string>(),
                HasSubstr("sarif-schema-2.1.0.json"));
    ASSERT_EQ(log.at("runs").size(), 1U);
    const Json& run = log.at("runs")[0];
    const Json& driver = run.at("tool").at("driver");
    EXPECT_EQ(driver.at("name"), "robotsctl");
    std::set<std::string> ids;
    for (const Json& rule : driver.at("rules")) {
        EXPECT_TRUE(ids.insert(rule.at("id")).second) << rule;
        EXPECT_FALSE(
            rule.at("shortDescription").at("text").get<std::string>().empty());
    }
    const std::set<std::string> levels{"none", "note", "warning", "error"};
    for (const Json& result : run.at("results")) {
        const auto index = result.at("ruleIndex").get<std::size_t>();
        ASSERT_LT(index, driver.at("rules").size());
        EXPECT_EQ(driver.at("rules")[index].at("id"), result.at("ruleId"));
        EXPECT_EQ(levels.count(result.at("level")), 1U);
        EXPECT_FALSE(
            result.at("message").at("text").get<std::string>().empty());
        ASSERT_EQ(result.at("locations").size(), 1U);
        const Json& where = result.at("locations")[0].at("physicalLocation");
        const auto uri =
            where.at("artifactLocation").at("uri").get<std::string>();
        EXPECT_EQ(uri.find_first_of(" \\\"<>^`{}|"), std::string::npos) << uri;
        if (where.contains("region")) {
            EXPECT_GE(where.at("region").at("startLine"), 1);
            EXPECT_GE(where.at("region").at("startColumn"), 1);
        }
    }
}

TEST_F(CliCheck, SarifIsALogWithARun) {
    const Json warned =
        Json::parse(run({"check", with_findings(), "--format", "sarif"}).out);
    expect_sarif(warned);
    const Json& results = warned.at("runs")[0].at("results");
    ASSERT_EQ(results.size(), 2U);
    EXPECT_EQ(results[0].at("ruleId"), "open-ended-path");
    EXPECT_EQ(results[0].at("level"), "warning");
    EXPECT_EQ(results[1].at("level"), "note");
    EXPECT_EQ(results[0]["locations"][0]["physicalLocation"]["region"],
              Json::parse(R"({"startLine": 5, "startColumn": 30})"));
    EXPECT_EQ(results[0]["locations"][0]["physicalLocation"]["artifactLocation"]
                     ["uri"],
              "file://" + path("policy.yaml"));
}

TEST_F(CliCheck, SarifHasErrorsAndManyAndNone) {
    expect_sarif(
        Json::parse(run({"check", with_error(), "--format", "sarif"}).out));
    const Json many =
        Json::parse(run({"check", with_many(25), "--format", "sarif"}).out);
    expect_sarif(many);
    EXPECT_EQ(many.at("runs")[0].at("results").size(), 25U);
    EXPECT_EQ(many["runs"][0]["tool"]["driver"]["rules"].size(), 1U);
    const std::string fine = write("fine.yaml", "version: 1\ndefault: {}\n");
    const Json none =
        Json::parse(run({"check", fine, "--format", "sarif"}).out);
    expect_sarif(none);
    EXPECT_EQ(none.at("runs")[0].at("results").size(), 0U);
    const std::string odd = write("a b%.yaml", "version: 2\ndefault: {}\n");
    expect_sarif(Json::parse(run({"check", odd, "--format", "sarif"}).out));
}

TEST_F(CliCheck, AMisspeltVerbIsSuggested) {
    const Ran ran = run({"chek"});
    EXPECT_EQ(ran.code, 2);
    EXPECT_EQ(ran.err,
              "robotsctl: unknown verb `chek`; did you mean `check`?\n");
    EXPECT_THAT(run({"frobnicate"}).err, HasSubstr("verbs are `check`"));
}

}  // namespace
}  // namespace robots
