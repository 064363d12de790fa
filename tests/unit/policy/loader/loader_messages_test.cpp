// The words of errors: what happened, then what to write.

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

struct Case {
    const char* code;
    const char* policy;  // after its first line, `version: 1`
    const char* text;    // of its first error
};

void PrintTo(const Case& each, std::ostream* out) {
    *out << each.policy;
}

class LoaderMessages : public PolicyFixture,
                       public ::testing::WithParamInterface<Case> {};

TEST_P(LoaderMessages, SayWhatHappenedAndWhatToWrite) {
    const Case& each = GetParam();
    const Loaded loaded = load("version: 1\n" + std::string(each.policy));
    ASSERT_FALSE(loaded.diagnostics.empty());
    EXPECT_EQ(loaded.diagnostics[0].code, each.code);
    EXPECT_EQ(loaded.diagnostics[0].text, each.text);
}

const Case kCases[] = {
    {"unknown-key", "default: {groups: [{user_agent: x, dissallow: /}]}",
     "unknown key `dissallow` in a group; did you mean `disallow`?"},
    {"unknown-key", "default: {suspend: {qqqqq: 1}}",
     "unknown key `qqqqq` in `suspend`; known keys: `retry_after`"},
    {"duplicate-key", "default:\n  max_age: 1h\n  max_age: 2h",
     "duplicate key `max_age`, first on line 3"},
    {"duplicate-key", "default: {expect: open, environment: open}",
     "`environment` is the old name of `expect`, and both are written; remove "
     "`environment`"},
    {"missing-key", "sites: [{template: a}]",
     "missing `host` or `hosts_file` in a site; use `default` to answer for "
     "all other hosts"},
    {"wrong-type", "default: {groups: [{user_agent: x, allow: [[/]]}]}",
     "`allow`: expected a string, got a list"},
    {"wrong-type", "default: []",
     "`default`: expected a map of `key: value`, got a list"},
    {"empty-value", "default: {groups: }",
     "`groups` has no value; expected a list"},
    {"bad-value", "default: {expect: opened}",
     "`expect`: unknown value `opened`; did you mean `open`? Expected one "
     "of `open` and `closed`"},
    {"bad-boolean", "default: {suspend: yes}",
     "`suspend`: expected `true` or `false`, got `yes`; did you mean `true`?"},
    {"bad-duration", "default: {max_age: 5}",
     "duration `5` has no unit; did you mean `5s`? Units are `ms`, `s`, `m`, "
     "`h` and `d`"},
    {"bad-duration", "default: {groups: [{user_agent: x, crawl_delay: 0}]}",
     "duration `0` has no unit; expected a duration from `1ms` to `7d`"},
    {"bad-duration", "default: {max_age: -2d}",
     "duration `-2d` is negative; expected a duration from `0s` to `24h`"},
    {"bad-duration", "default: {max_age: soon}",
     "invalid duration `soon`; write a number and a unit (`ms`, `s`, `m`, `h` "
     "or `d`), as in `500ms` or `1.5s`"},
    {"bad-duration", "default: {max_age: 5min}",
     "duration `5min` has an unknown unit; did you mean `5m`?"},
    {"bad-duration", "default: {max_age: 5 SEC}",
     "duration `5 SEC` has a blank in front of its unit; did you mean `5s`?"},
    {"bad-duration", "default: {max_age: -5s}",
     "duration `-5s` is negative; did you mean `5s`?"},
    {"bad-duration", "default: {max_age: 12345678901234567890s}",
     "duration `12345678901234567890s` has too many digits; write at most "
     "nine, and a unit, as in `10m`"},
    {"unknown-key", "default: {max_age:\u00a05s: 1}",
     "unknown key `max_age:<U+00A0>5s` in `default`; write `:` and a blank "
     "behind `max_age`; <U+00A0> is a character that looks like a blank, write "
     "a blank or remove it"},
    {"bad-token", "default: {groups: [{user_agent: \u201cGPTBot\u201d}]}",
     "invalid product token `\u201cGPTBot\u201d`; write the crawler's name, or "
     "`*`; `\u201c` is not a quotation mark of YAML, write `\"`"},
    {"out-of-range", "default: {max_age: 2d}",
     "`max_age`: expected a duration from `0s` to `24h`, got `2d`"},
    {"out-of-range", "default: {max_age: 999999999d}",
     "`max_age`: expected a duration from `0s` to `24h`, got `999999999d`"},
    {"bad-number", "enforce: {burst: many}\ndefault: {}",
     "`burst`: expected a whole number from 0 to 10000, got `many`"},
    {"bad-percentage", "enforce: {tolerance: 5}\ndefault: {}",
     "`tolerance`: expected a percentage from `0%` to `100%`, got `5`"},
    {"bad-path", "default: {groups: [{user_agent: x, disallow: a}]}",
     "pattern `a` must start with `/` or `*`; did you mean `/a`?"},
    {"bad-path", "default: {groups: [{user_agent: x, disallow: a b}]}",
     "pattern `a b` must start with `/` or `*`; write only a path, such as "
     "`/a/`"},
    {"bad-path",
     "default: {groups: [{user_agent: x, disallow: 'https://a.example/a/b'}]}",
     "pattern `https://a.example/a/b` must start with `/` or `*`; did you mean "
     "`/a/b`?"},
    {"bad-path",
     "default: {groups: [{user_agent: x, disallow: 'http://a.example'}]}",
     "pattern `http://a.example` is a host, but rules match only paths; write "
     "a "
     "path, or `/` for the whole site"},
    {"unknown-category", "default: {groups: [{category: ai, disallow: /}]}",
     "`category`: unknown value `ai`; expected one of `search`, `ai-training`, "
     "`ai-search`, `ai-agent`, `seo`, `archive`, `preview`, `feed`, `monitor`, "
     "`ads`, `research`, `security`, `library`, `client` and `other`"},
    {"bad-host", "sites: [{host: 'https://a.example/'}]",
     "invalid host `https://a.example/`: this is a URL; write only the host, "
     "and `scheme` and `port` if they matter"},
    {"unknown-template", "default: {template: a}",
     "unknown template `a`; the policy has no `templates`"},
    {"undefined-variable", "variables: {env: x}\ndefault: {comment: '${enf}'}",
     "undeclared variable `enf`; did you mean `env`? Declared variables: "
     "`env`"},
};

INSTANTIATE_TEST_SUITE_P(Of, LoaderMessages, ::testing::ValuesIn(kCases));

TEST_F(PolicyFixture, AFileThatCannotBeOpenedIsNamedWithTheReason) {
    const Loaded loaded = load("version: 1\ninclude: none.yaml\ndefault: {}\n");
    ASSERT_EQ(loaded.diagnostics.size(), 1u);
    EXPECT_EQ(loaded.diagnostics[0].text, "cannot open `" + path("none.yaml") +
                                              "`: No such file or directory");
}

}  // namespace
}  // namespace robots
