// Groups for all crawlers of an operator.

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

class LoaderOperators : public PolicyFixture {
  protected:
    // A policy whose default site has `groups`, a list in flow style; it starts
    // in line 2, column 19.
    static std::string with(const std::string& groups) {
        return "version: 1\ndefault: {groups: " + groups + "}\n";
    }
};

TEST_F(LoaderOperators, AnOperatorIsAllCrawlersThatItRuns) {
    const std::string crawlers =
        "version: 1\n"
        "crawlers:\n"
        "  - {token: zbot, operator: Acme Ltd., category: seo}\n"
        "  - {token: Abot, operator: Acme Ltd.}\n"
        "  - {token: nbot, operator: ACME LTD.}\n"
        "  - {token: acmelib, operator: Acme Ltd., category: library}\n"
        "  - token: acmecheck\n"
        "    operator: Acme Ltd.\n"
        "    category: monitor\n"
        "    obeys: {wildcard: false}\n"
        "  - {token: acmefollow, operator: Acme Ltd., category: monitor}\n"
        "  - {token: onlylib, operator: Libs, category: library}\n";
    const auto text = [&](const std::string& groups) {
        return robots_txt(crawlers + "default: {groups: [" + groups + "]}\n");
    };
    const std::string acme =
        "User-agent: Abot\nUser-agent: acmefollow\nUser-agent: nbot\n";
    EXPECT_EQ(text("{operator: acme ltd., disallow: /}"),
              acme + "User-agent: zbot\nDisallow: /\n");
    EXPECT_EQ(text("{operator: Libs, disallow: /}"),
              "User-agent: onlylib\nDisallow: /\n");
    EXPECT_EQ(text("{operator: [Libs, Acme Ltd., libs], disallow: /}"),
              acme + "User-agent: onlylib\nUser-agent: zbot\nDisallow: /\n");
    EXPECT_EQ(text("{operator: Acme Ltd., disallow: /}, "
                   "{user_agent: ZBOT, disallow: /z}"),
              acme + "Disallow: /\n\nUser-agent: ZBOT\nDisallow: /z\n");
}

// Otherwise an operator's group could open what a category's group closes.
TEST_F(LoaderOperators, ACrawlerObeysBothItsCategoryAndItsOperator) {
    const std::string text =
        robots_txt(with("[{category: ai-training, disallow: /}, "
                        "{operator: OpenAI, disallow: /o}]"));
    const std::size_t gptbot = text.find("User-agent: GPTBot\n");
    ASSERT_NE(gptbot, std::string::npos) << text;
    EXPECT_EQ(text.find("User-agent: GPTBot\n", gptbot + 1), std::string::npos);
    EXPECT_NE(text.find("User-agent: GPTBot\nDisallow: /o\nDisallow: /\n"),
              std::string::npos)
        << text;
}

TEST_F(LoaderOperators, TheCataloguesOperatorsAreKnown) {
    const std::string google =
        robots_txt(with("[{operator: GOOGLE, disallow: /}]"));
    EXPECT_NE(google.find("User-agent: AdsBot-Google\n"), std::string::npos);
    EXPECT_NE(google.find("User-agent: Googlebot\n"), std::string::npos);
    // Whoever writes a program in Dart sends its token.
    EXPECT_EQ(google.find("User-agent: Dart\n"), std::string::npos);
    const std::string amazon =
        robots_txt(with("[{operator: Amazon, disallow: /}]"));
    EXPECT_NE(amazon.find("User-agent: Amazonbot\n"), std::string::npos);
    // It carries everybody's requests; and health checks keep a site online.
    EXPECT_EQ(amazon.find("User-agent: CloudFront\n"), std::string::npos);
    EXPECT_EQ(amazon.find("User-agent: ELB-HealthChecker\n"),
              std::string::npos);
}

TEST_F(LoaderOperators, AnUnknownOperatorIsRefused) {
    expect_error(with("[{operator: Gogle}]"), "unknown-operator", 2, 31);
    expect_error(with("[{operator: [Google, Nobody At All]}]"),
                 "unknown-operator", 2, 40);
    expect_error(with("[{operator: ''}]"), "empty-value", 2, 31);
    expect_error(with("[{operator: []}]"), "empty-value", 2, 31);
    expect_error(with("[{operator: Google, category: seo}]"), "bad-group", 2,
                 20);
    expect_error(with("[{user_agent: x, operator: Google}]"), "bad-group", 2,
                 20);
    const auto hint = [this](const std::string& name) {
        return load(with("[{operator: " + name + "}]")).diagnostics[0].text;
    };
    EXPECT_EQ(hint("Gogle"),
              "unknown operator `Gogle`; did you mean `Google`?");
    EXPECT_EQ(hint("opnai"),
              "unknown operator `opnai`; did you mean `OpenAI`?");
    EXPECT_EQ(hint("Alltheweb"),
              "unknown operator `Alltheweb`; did you mean `FAST (AlltheWeb)`?");
    EXPECT_EQ(
        hint("Nobody At All"),
        "unknown operator `Nobody At All`; `robotsctl crawlers` lists the "
        "operators of the catalogue");
}

TEST_F(LoaderOperators, AnOperatorsGroupBuildsOnThatOfTheTemplate) {
    EXPECT_EQ(robots_txt("version: 1\n"
                         "templates:\n"
                         "  t: {groups: [{operator: Kagi, disallow: /a}]}\n"
                         "default:\n"
                         "  template: t\n"
                         "  groups: [{operator: kagi, disallow: /b}]\n")
                  .substr(0, 100),
              robots_txt(with("[{operator: Kagi, disallow: [/a, /b]}]"))
                  .substr(0, 100));
}

}  // namespace
}  // namespace robots
