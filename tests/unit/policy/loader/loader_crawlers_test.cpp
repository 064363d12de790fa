// `crawlers`: what a policy adds to the catalogue.

#include "tests/unit/policy/site/policy_fixture.hpp"

namespace robots {
namespace {

class LoaderCrawlers : public PolicyFixture {
  protected:
    static std::string with(const std::string& crawlers) {
        return "version: 1\ndefault: {}\ncrawlers: " + crawlers + "\n";
    }
    // The crawler `token` of a policy that must load.
    Crawler crawler(const std::string& yaml, const char* token) const {
        const Loaded loaded = load(yaml);
        if (loaded.policy == nullptr) {
            ADD_FAILURE() << all(loaded.diagnostics);
            return {};
        }
        const Crawler* found = loaded.policy->crawlers().find(token);
        return found == nullptr ? Crawler{} : *found;
    }
};

TEST_F(LoaderCrawlers, AnEntryAddsACrawler) {
    const std::string yaml = with(
        "[{token: Qqxbot, match: [Qqx Agent, qqx/], category: research, "
        "operator: Qqx, docs: http://qqx.example/, obeys: {wildcard: true, "
        "crawl_delay: false, request_rate: true, visit_time: false}, "
        "falls_back_to: Googlebot, in_user_agent: false}]");
    const Crawler found = crawler(yaml, "qqxBOT");
    EXPECT_EQ(found.token, "Qqxbot");
    EXPECT_EQ(found.match, (std::vector<std::string>{"Qqx Agent", "qqx/"}));
    EXPECT_EQ(found.category, Category::research);
    EXPECT_EQ(found.operator_name, "Qqx");
    EXPECT_EQ(found.docs, "http://qqx.example/");
    EXPECT_EQ(found.wildcard, Obeys::yes);
    EXPECT_EQ(found.crawl_delay, Obeys::no);
    EXPECT_EQ(found.request_rate, Obeys::yes);
    EXPECT_EQ(found.visit_time, Obeys::no);
    EXPECT_EQ(found.falls_back_to, "Googlebot");
    EXPECT_FALSE(found.in_user_agent);
    EXPECT_TRUE(found.catalogued);
}

TEST_F(LoaderCrawlers, AnEntryOverridesTheCatalogueFieldByField) {
    const Crawler before = crawler(with("[]"), "Googlebot");
    const Crawler after =
        crawler(with("[{token: googlebot, category: seo}]"), "Googlebot");
    EXPECT_EQ(after.category, Category::seo);
    EXPECT_EQ(after.token, before.token);
    EXPECT_EQ(after.operator_name, before.operator_name);
    EXPECT_EQ(after.docs, before.docs);
}

TEST_F(LoaderCrawlers, AnAddedCrawlerIsIdentified) {
    const Loaded loaded = load(with("[{token: Qqxbot, match: Qqx Agent}]"));
    ASSERT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
    EXPECT_EQ(loaded.policy->crawlers().identify("Qqx Agent/2").token,
              "Qqxbot");
}

TEST_F(LoaderCrawlers, AMatchOfTheCatalogueIsThatOfThePolicysEntry) {
    const auto seen = [this](const std::string& crawlers) {
        const Loaded loaded = load(with(crawlers));
        EXPECT_NE(loaded.policy, nullptr) << all(loaded.diagnostics);
        return loaded.policy == nullptr
                   ? ""
                   : std::string(loaded.policy->crawlers()
                                     .identify("Googlebot/2.1")
                                     .token);
    };
    EXPECT_EQ(seen("[{token: Qqxbot, match: Googlebot}]"), "Qqxbot");
    EXPECT_EQ(seen("[{token: Googlebot, category: seo}, "
                   "{token: Qqxbot, match: [Qqx/, googlebot]}]"),
              "Qqxbot");
    for (const char* token : {"AdsBot-Google", "YandexBot"}) {
        EXPECT_EQ(
            seen("[{token: " + std::string(token) + ", match: Googlebot}]"),
            token);
    }
}

TEST_F(LoaderCrawlers, InvalidEntriesAreErrors) {
    expect_error(with("{token: x}"), "wrong-type", 3, 11);
    expect_error(with("[x]"), "wrong-type", 3, 12);
    expect_error(with("[{category: seo}]"), "missing-key", 3, 12);
    expect_error(with("[{token: 'a b'}]"), "bad-token", 3, 20);
    expect_error(with("[{token: '*'}]"), "bad-token", 3, 20);
    expect_error(with("[{token: x, match: ['']}]"), "empty-value", 3, 31);
    expect_error(with("[{token: x, category: bot}]"), "unknown-category", 3,
                 33);
    expect_error(with("[{token: x, obeys: {crawl-delay: true}}]"),
                 "unknown-key", 3, 31);
    expect_error(with("[{token: x, obeys: {wildcard: yes}}]"), "bad-boolean", 3,
                 41);
    expect_error(with("[{token: x}, {token: X}]"), "duplicate-crawler", 3, 32);
    expect_error(with("[{token: x, not_crawlers: []}]"), "unknown-key", 3, 23);
}

TEST_F(LoaderCrawlers, FallbacksMustLeadToACrawler) {
    expect_error(with("[{token: x, falls_back_to: nonesuch}]"),
                 "unknown-crawler", 3, 38);
    expect_error(with("[{token: x, falls_back_to: x}]"), "fallback-cycle", 3,
                 38);
    expect_errors(with("[{token: x, falls_back_to: y}, {token: y, "
                       "falls_back_to: x}]"),
                  {{"fallback-cycle", 3, 38}, {"fallback-cycle", 3, 68}});
    const Loaded loaded = load(with("[{token: x, category: bot}]"));
    EXPECT_NE(loaded.diagnostics[0].text.find("`ai-training`"),
              std::string::npos);
}

}  // namespace
}  // namespace robots
