// `${name}`: what is known at load, what is known per request, and where.

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

class LoaderVariables : public PolicyFixture {
  protected:
    // A policy whose default site has `body`, one line, which is line 3.
    static std::string with(const std::string& body) {
        return "version: 1\nvariables: {env: production, empty: "
               "''}\ndefault: " +
               body + "\n";
    }
};

TEST_F(LoaderVariables, TheDefaultAppliesWithoutAnOverride) {
    const std::string yaml = with("{comment: 'in ${env}'}");
    EXPECT_EQ(robots_txt(yaml), "# in production\n");
    EXPECT_EQ(robots_txt(yaml, "http://a.example/", {{"env", "staging"}}),
              "# in staging\n");
}

TEST_F(LoaderVariables, AFallbackReplacesUndeclaredAndEmptyVariables) {
    EXPECT_EQ(robots_txt(with("{comment: '${none:-a}${empty:-b}${env:-c}'}")),
              "# abproduction\n");
    EXPECT_EQ(robots_txt(with("{comment: 'x${none:-}'}")), "# x\n");
}

TEST_F(LoaderVariables, TwoDollarsAreLiteral) {
    EXPECT_EQ(robots_txt(with("{comment: '$${env} $ $x $1 }'}")),
              "# ${env} $ $x $1 }\n");
}

TEST_F(LoaderVariables, AnOverrideIsLiteral) {
    EXPECT_EQ(robots_txt(with("{comment: '${env}'}"), "http://a.example/",
                         {{"env", "${host}"}}),
              "# ${host}\n");
}

TEST_F(LoaderVariables, AnyValueMayUseThem) {
    EXPECT_EQ(robots_txt("version: ${v}\n"
                         "variables: {v: '1', h: a.example, p: 8080, d: 3s, "
                         "path: /x, who: foo, t: t}\n"
                         "templates: {t: {groups: [{user_agent: '${who}', "
                         "disallow: '${path}/y', crawl_delay: '${d}'}]}}\n"
                         "sites: [{host: '${h}', port: '${p}', template: "
                         "'${t}'}]\n",
                         "http://a.example:8080/"),
              "User-agent: foo\nDisallow: /x/y\nCrawl-delay: 3\n");
}

TEST_F(LoaderVariables, PerRequestVariablesAreFilledIn) {
    const std::string yaml = with(
        "{comment: ['at ${host}', ''], sitemap: '${origin}/s.xml', "
        "license: '${scheme}://${host}:${port}/l', "
        "clean_param: 'a ${host}', lines: {Host: '${host}'}, "
        "groups: [{user_agent: '*', comment: 'for ${host}'}]}");
    EXPECT_EQ(robots_txt(yaml, "https://b.example:8443/"),
              "# at b.example\n"
              "\n"
              "License: https://b.example:8443/l\n"
              "\n"
              "# for b.example\n"
              "User-agent: *\n"
              "Disallow:\n"
              "\n"
              "Sitemap: https://b.example:8443/s.xml\n"
              "Clean-param: a b.example\n"
              "Host: b.example\n");
    EXPECT_EQ(robots_txt(with("{robots_txt: {text: \"# ${host}\\nx\\n\"}}")),
              "# a.example\nx\n");
}

TEST_F(LoaderVariables, PerRequestVariablesAreErrorsElsewhere) {
    expect_error(with("{template: '${host}'}"), "per-request-variable", 3, 21);
    expect_error(with("{max_age: '${port}'}"), "per-request-variable", 3, 20);
    expect_error(with("{robots_txt: {file: '${host}.txt'}}"),
                 "per-request-variable", 3, 30);
    expect_error(with("{groups: [{user_agent: '*', disallow: '/${host}'}]}"),
                 "per-request-variable", 3, 48);
    expect_error(with("{comment: '${host:-x}'}"), "bad-variable", 3, 20);
}

TEST_F(LoaderVariables, AnUndeclaredVariableIsAnErrorWithAHint) {
    expect_error(with("{comment: 'a ${enf}'}"), "undefined-variable", 3, 20);
    const Loaded loaded = load(with("{comment: 'a ${enf}'}"));
    EXPECT_NE(loaded.diagnostics[0].text.find("did you mean `env`?"),
              std::string::npos);
    expect_error("version: 1\ndefault: {comment: '${x}'}\n",
                 "undefined-variable", 2, 20);
}

TEST_F(LoaderVariables, MalformedVariablesAreErrors) {
    expect_error(with("{comment: 'a ${env'}"), "bad-variable", 3, 20);
    expect_error(with("{comment: '${}'}"), "bad-variable", 3, 20);
    expect_error(with("{comment: '${env:-${host}}'}"), "bad-variable", 3, 20);
    expect_error(with("{comment: '${a b}'}"), "bad-variable", 3, 20);
    expect_error(with("{comment: '${a-b}'}"), "bad-variable", 3, 20);
    expect_error(with("{comment: '${${env}}'}"), "bad-variable", 3, 20);
}

TEST_F(LoaderVariables, InvalidDeclarationsAreErrors) {
    expect_errors(
        "version: 1\n"
        "variables:\n"
        "  host: x\n"
        "  1a: x\n"
        "  b: ${c}\n"
        "  d: [x]\n"
        "  e: \"a\\nb\"\n"
        "  f:\n"
        "default: {comment: '${b}${d}${e}${f}'}\n",
        {{"bad-variable", 3, 3},
         {"bad-variable", 4, 3},
         {"bad-variable", 5, 6},
         {"wrong-type", 6, 6},
         {"control-octet", 7, 6},
         {"empty-value", 8, 3}});
    expect_error("version: 1\nvariables: [a]\ndefault: {}\n", "wrong-type", 2,
                 12);
}

TEST_F(LoaderVariables, InvalidOverridesAreErrors) {
    const std::string yaml = with("{comment: '${env}'}");
    expect_errors(yaml, {{"undefined-variable", 0, 0}}, {{"envv", "x"}});
    expect_errors(yaml, {{"control-octet", 0, 0}}, {{"env", "a\nDisallow: /"}});
    expect_errors(yaml, {{"control-octet", 0, 0}}, {{"env", "a\xff"}});
    expect_errors(yaml, {{"control-octet", 0, 0}}, {{"env", "\xe2\x80\xa8"}});
    // An octet that stands for a per-request variable inside.
    expect_errors(yaml, {{"control-octet", 0, 0}}, {{"env", "\x01"}});
}

TEST_F(LoaderVariables, NoVariableAddsALineBreak) {
    for (const char* bad : {"\\n", "\\r", "\\t", "\\x01", "\\0", "\\x7f",
                            "\\x85", "\\u2028", "\\e"}) {
        SCOPED_TRACE(bad);
        expect_error(with(std::string("{sitemap: \"http://a/") + bad + "\"}"),
                     "control-octet", 3, 20);
        expect_error(with(std::string("{groups: [{user_agent: x, allow: \"/") +
                          bad + "\"}]}"),
                     "control-octet", 3, 43);
    }
    expect_error(with("{comment: \"a\\rb\"}"), "control-octet", 3, 20);
    expect_error(with("{robots_txt: {text: \"a\\x02\"}}"), "control-octet", 3,
                 30);
}

TEST_F(LoaderVariables, AnUnusedVariableIsAWarning) {
    expect_warnings(with("{comment: '${env}'}"), {{"unused-variable", 2, 30}});
    expect_warnings(with("{comment: '${env}${empty}'}"), {});
}

}  // namespace
}  // namespace robots
