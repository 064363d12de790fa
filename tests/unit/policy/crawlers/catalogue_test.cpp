// The built-in catalogue, tried with real headers.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "policy/base/ascii.hpp"
#include "policy/crawlers/category.hpp"
#include "policy/crawlers/crawlers.hpp"
#include "policy/robots_txt/product_token.hpp"
#include "policy/site/host.hpp"
#include "tests/unit/policy/lint/source_lines.hpp"

namespace robots {
namespace {

const Crawlers& catalogue() {
    static const Crawlers crawlers(built_in_crawlers(),
                                   built_in_not_crawlers());
    return crawlers;
}

struct HeaderCase {
    std::string token;
    std::string category;
    std::string header;
};

HeaderCase header_case(const std::string& line) {
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    return {line.substr(0, first), line.substr(first + 1, second - first - 1),
            line.substr(second + 1)};
}

TEST(Catalogue, LeavesNoCrawlerOut) {
    EXPECT_TRUE(catalogue().left_out().empty());
}

TEST(Catalogue, NamesTheCrawlerOfEveryRecordedHeader) {
    const auto lines = source_lines("tests/data/user_agents_crawlers.tsv");
    ASSERT_GT(lines.size(), 1000u);
    for (const std::string& line : lines) {
        ASSERT_EQ(std::count(line.begin(), line.end(), '\t'), 2) << line;
        const HeaderCase expected = header_case(line);
        const Sighting sighting = catalogue().identify(expected.header);
        EXPECT_EQ(sighting.token, expected.token) << expected.header;
        EXPECT_EQ(to_string(sighting.category), expected.category)
            << expected.header;
    }
}

TEST(Catalogue, HasARecordedHeaderOfEveryCrawlerThatSendsOne) {
    std::set<std::string> recorded;
    for (const std::string& line :
         source_lines("tests/data/user_agents_crawlers.tsv")) {
        recorded.insert(header_case(line).token);
    }
    for (const Crawler& entry : catalogue().entries()) {
        EXPECT_NE(entry.in_user_agent, recorded.count(entry.token) == 0)
            << entry.token
            << ": its entry and tests/data/user_agents_crawlers.tsv differ";
    }
}

// The texts that are looked for in place of a crawler's token, or the token.
std::vector<std::string> texts_of(const Crawler& entry) {
    return entry.match.empty() ? std::vector<std::string>{entry.token}
                               : entry.match;
}

TEST(Catalogue, EveryMatchIsFoundInAHeader) {
    for (const Crawler& entry : catalogue().entries()) {
        if (!entry.in_user_agent) {
            continue;
        }
        for (const std::string& text : texts_of(entry)) {
            EXPECT_EQ(catalogue().identify(text).token, entry.token) << text;
            // Where a match ends in the middle of a name, an id follows.
            const bool is_open = text.back() == '-' || text.back() == '_';
            const std::string header = text + (is_open ? "9f3c2a" : " x");
            EXPECT_EQ(catalogue().identify(header).token, entry.token)
                << header;
        }
    }
}

TEST(Catalogue, ABrowserThatAProgramDrivesIsNamedOnlyByAPolicy) {
    for (const char* token : {"HeadlessChrome", "PhantomJS", "Playwright"}) {
        const std::string header =
            std::string(
                "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 "
                "(KHTML, like Gecko) ") +
            token + "/120.0.0.0 Safari/537.36";
        EXPECT_EQ(catalogue().identify(header).token, "") << header;
        std::vector<Crawler> entries = built_in_crawlers();
        entries.emplace_back();
        entries.back().token = token;
        entries.back().catalogued = false;
        const Crawlers named(std::move(entries), built_in_not_crawlers());
        EXPECT_EQ(named.identify(header).token, token) << header;
    }
}

TEST(Catalogue, AGroupForAllDoesNotBindMonitors) {
    for (const char* token :
         {"check_http", "ELB-HealthChecker", "Pingdom", "UptimeRobot",
          "Lets-Encrypt", "CloudFront", "Zabbix"}) {
        EXPECT_EQ(catalogue().find(token)->wildcard, Obeys::no) << token;
    }
    for (const char* token : {"LinkChecker", "W3C-checklink"}) {
        EXPECT_EQ(catalogue().find(token)->wildcard, Obeys::yes) << token;
    }
}

TEST(Catalogue, NoBrowserIsACrawler) {
    const auto lines = source_lines("tests/data/user_agents_browsers.txt");
    ASSERT_GT(lines.size(), 1000u);
    for (const std::string& line : lines) {
        EXPECT_EQ(catalogue().identify(line).token, "") << line;
    }
}

TEST(Catalogue, NoBrowserIsACrawlerWhateverAPolicyNames) {
    std::vector<Crawler> entries = built_in_crawlers();
    for (const std::string& word : built_in_not_crawlers()) {
        Crawler entry;
        entry.token = word;
        entry.catalogued = false;
        entries.push_back(entry);
    }
    const Crawlers crawlers(entries, built_in_not_crawlers());
    for (const std::string& line :
         source_lines("tests/data/user_agents_browsers.txt")) {
        EXPECT_EQ(crawlers.identify(line).token, "") << line;
    }
}

TEST(Catalogue, TokensAreDistinctProductTokens) {
    std::set<std::string> tokens;
    for (const Crawler& entry : built_in_crawlers()) {
        EXPECT_EQ(leading_product_token(entry.token), entry.token);
        EXPECT_TRUE(tokens.insert(fold(entry.token)).second) << entry.token;
    }
    EXPECT_GT(tokens.size(), 500u);
}

TEST(Catalogue, FallbacksAreEntriesAndEndSomewhere) {
    for (const Crawler& entry : catalogue().entries()) {
        const Crawler* at = &entry;
        int steps = 0;
        while (!at->falls_back_to.empty() && ++steps < 8) {
            const Crawler* next = catalogue().find(at->falls_back_to);
            ASSERT_NE(next, nullptr) << at->token;
            at = next;
        }
        EXPECT_LT(steps, 8) << entry.token;
    }
}

TEST(Catalogue, DocumentedFallbacksAndExceptions) {
    EXPECT_EQ(catalogue().find("Googlebot-Image")->falls_back_to, "Googlebot");
    EXPECT_EQ(catalogue().find("Googlebot-News")->falls_back_to, "Googlebot");
    EXPECT_EQ(catalogue().find("Applebot")->falls_back_to, "Googlebot");
    EXPECT_EQ(catalogue().find("AdsBot-Google")->wildcard, Obeys::no);
    EXPECT_FALSE(catalogue().find("Google-Extended")->in_user_agent);
    EXPECT_EQ(catalogue().find("curl")->category, Category::library);
    EXPECT_EQ(catalogue().find("bingbot")->crawl_delay, Obeys::yes);
    EXPECT_EQ(catalogue().find("Googlebot")->crawl_delay, Obeys::no);
}

TEST(Catalogue, ReverseNamesLieInDomainsOfTheirOperators) {
    int with_rdns = 0;
    for (const Crawler& entry : catalogue().entries()) {
        with_rdns += entry.rdns.empty() ? 0 : 1;
        EXPECT_TRUE(entry.ranges.empty()) << entry.token;
        for (const std::string& domain : entry.rdns) {
            EXPECT_EQ(canonical_host(domain), domain) << entry.token;
            // Names that anybody can have, of machines that are for hire.
            for (const char* rented :
                 {"googleusercontent.com", "amazonaws.com",
                  "cloudapp.azure.com", "compute.amazonaws.com"}) {
                EXPECT_NE(domain, rented) << entry.token;
            }
        }
    }
    EXPECT_GT(with_rdns, 50);
    EXPECT_EQ(catalogue().find("bingbot")->rdns,
              std::vector<std::string>{"search.msn.com"});
    // A user has Google fetch these, and others' names may stand there.
    EXPECT_TRUE(catalogue().find("FeedFetcher-Google")->rdns.empty());
}

TEST(Category, HasAName) {
    EXPECT_EQ(to_string(Category::search), "search");
    EXPECT_EQ(to_string(Category::ai_training), "ai-training");
    EXPECT_EQ(to_string(Category::library), "library");
    EXPECT_EQ(to_string(Category::other), "other");
    EXPECT_EQ(static_cast<std::size_t>(Category::other) + 1, kCategories);
}

}  // namespace
}  // namespace robots
