// Groups against what is known of the crawlers that they name.

#include "tests/unit/policy/lint/lint_fixture.hpp"

namespace robots {
namespace {

class LintCrawlers : public LintFixture {
  protected:
    Codes of(const std::string& token, const std::string& keys) const {
        return groups("{user_agent: " + token + ", disallow: /a/, " + keys +
                      "}");
    }
    Codes of(const std::string& token) const {
        return groups("{user_agent: " + token + ", disallow: /a/}");
    }
};

TEST_F(LintCrawlers, OddTokens) {
    EXPECT_EQ(of("Foo2bot"), one("odd-token"));
    EXPECT_EQ(of("my.bot"), one("odd-token"));
    EXPECT_EQ(of("[x-1, y_2]"), (Codes{"odd-token", "odd-token"}));
}

TEST_F(LintCrawlers, TokensOfTheRfcAndOfTheCatalogueAreNotOdd) {
    EXPECT_EQ(of("my-own_Bot"), none());
    EXPECT_EQ(of("MJ12bot"), none());
    EXPECT_EQ(of("archive.org_bot"), none());
    EXPECT_EQ(of("'*'"), none());
    EXPECT_EQ(groups("{category: archive, disallow: /a/}"), none());
}

TEST_F(LintCrawlers, ALineOfAFileWithMoreThanATokenIsOdd) {
    EXPECT_EQ(file("User-agent: Foo/2.1\nUser-agent: Bar\nUser-agent: *\n"
                   "Disallow: /a/\n"),
              one("odd-token:1"));
    EXPECT_EQ(file("user-AGENT: MJ12bot # twelve\nDisallow: /a/\n"), none());
}

TEST_F(LintCrawlers, WhomOnlyDnsVerifiesIsRefusedInAnOutage) {
    EXPECT_EQ(of("YandexBot", "enforce: {unverifiable: reject}"),
              one("unverifiable-by-dns"));
    EXPECT_EQ(of("'*'", "enforce: {unverifiable: throttle}"),
              one("unverifiable-by-dns"))
        << "one finding, not one for each crawler";
    EXPECT_EQ(of("YandexBot", "enforce: {unverifiable: log}"), none());
    EXPECT_EQ(of("YandexBot", "enforce: {impostor: reject}"), none());
    // Nothing verifies it, with or without DNS.
    EXPECT_EQ(of("Bytespider", "enforce: {unverifiable: reject}"), none());
}

TEST_F(LintCrawlers, EnforcementForATokenInNoHeaderIsAWarning) {
    EXPECT_EQ(of("Google-Extended", "enforce: reject"),
              one("token-not-in-user-agent"));
    EXPECT_EQ(of("[GPTBot, Google-Extended]", "enforce: {disallow: throttle}"),
              one("token-not-in-user-agent"));
}

TEST_F(LintCrawlers, EnforcementFromElsewhereIsNoWarning) {
    EXPECT_EQ(of("GPTBot", "enforce: reject"), none());
    EXPECT_EQ(of("Google-Extended", "enforce: log"), none());
    EXPECT_EQ(groups("{category: ai-training, disallow: /a/, "
                     "enforce: reject, lint: {ignore: [token-in-others]}}"),
              none());
    EXPECT_EQ(codes("enforce: reject\n"
                    "default: {groups: [{user_agent: Google-Extended, "
                    "disallow: /a/}]}\n"),
              none());
}

TEST_F(LintCrawlers, AnIgnoredDelayIsAWarning) {
    EXPECT_EQ(of("Googlebot", "crawl_delay: 5s"), one("crawl-delay-ignored"));
    EXPECT_EQ(of("[Bingbot, googlebot]", "crawl_delay: 5s"),
              one("crawl-delay-ignored"));
    EXPECT_EQ(file("User-agent: Googlebot\nDisallow: /a/\nCrawl-delay: 5\n"),
              one("crawl-delay-ignored:1"));
}

TEST_F(LintCrawlers, ADelayThatMayWorkIsNoWarning) {
    EXPECT_EQ(of("Bingbot", "crawl_delay: 5s"), none());
    EXPECT_EQ(of("'*'", "crawl_delay: 5s"), none());
    EXPECT_EQ(groups("{user_agent: '*', crawl_delay: 5s}, "
                     "{user_agent: Googlebot, inherit: '*', disallow: /a/}"),
              none());
    EXPECT_EQ(groups("{category: archive, disallow: /a/, crawl_delay: 5s}"),
              none());
}

TEST_F(LintCrawlers, LongDelays) {
    EXPECT_EQ(of("Bingbot", "crawl_delay: 31s"), one("long-crawl-delay"));
    EXPECT_EQ(of("Bingbot", "crawl_delay: 1d"), one("long-crawl-delay"));
    EXPECT_EQ(of("Bingbot", "crawl_delay: 30s"), none());
}

TEST_F(LintCrawlers, ADelayThatIsLongerThanAnyWait) {
    const auto throttled = [this](const char* delay, const char* more) {
        return of("Bingbot", std::string("crawl_delay: ") + delay +
                                 ", enforce: {crawl_delay: throttle" + more +
                                 "}");
    };
    EXPECT_EQ(throttled("6s", ""), one("max-wait-too-short"));
    EXPECT_EQ(throttled("20s", ", max_wait: 10s"), one("max-wait-too-short"));
    EXPECT_EQ(throttled("20s", ", max_wait: 10s, burst: 5"),
              one("max-wait-too-short"));
    EXPECT_EQ(throttled("5s", ""), none());
    // The tolerance is taken off the wait.
    EXPECT_EQ(throttled("6s", ", tolerance: 20%"), none());
    EXPECT_EQ(throttled("20s", ", max_wait: 20s"), none());
    EXPECT_EQ(of("Bingbot", "crawl_delay: 20s, enforce: {crawl_delay: reject}"),
              none());
    EXPECT_EQ(of("Bingbot", "crawl_delay: 20s"), none());
}

TEST_F(LintCrawlers, DelaysOfMoreThanADay) {
    EXPECT_EQ(of("Bingbot", "crawl_delay: 7d"), one("long-crawl-delay"));
    const std::string start = "User-agent: x\nDisallow: /a/\n";
    EXPECT_EQ(file(start + "Crawl-delay: 100000\n"), one("long-crawl-delay:3"));
    EXPECT_EQ(file(start + "Crawl-delay: 604800\n"), one("long-crawl-delay:3"));
    for (const char* line :
         {"Crawl-delay: 604801", "crawl-delay: 1e9", "Request-rate: 1/169h"}) {
        EXPECT_EQ(file(start + line + '\n'), one("pace-too-long:3")) << line;
    }
    EXPECT_EQ(file(start + "Request-rate: 1/168h\n"), none());
}

TEST_F(LintCrawlers, MoreRatesThanAreEnforced) {
    const auto rates = [](int count, const char* period) {
        std::string out;
        for (int i = 1; i <= count; ++i) {
            out += "Request-rate: " + std::to_string(i) + period + '\n';
        }
        return out;
    };
    const std::string start = "User-agent: x\nUser-agent: y\nDisallow: /a/\n";
    EXPECT_EQ(file(start + rates(7, "/1m")), none());
    EXPECT_EQ(file(start + rates(8, "/1m")), one("too-many-rates:4"));
    // Groups for one crawler bring their rates together.
    const std::string twice = start + rates(4, "/1m") + "User-agent: x\n";
    EXPECT_EQ(file(twice + rates(3, "/1h")), one("token-in-two-groups:8"));
    EXPECT_EQ(file(twice + rates(4, "/1h")),
              (std::vector<std::string>{"too-many-rates:4",
                                        "token-in-two-groups:8"}));
}

TEST_F(LintCrawlers, InvalidPaceLinesAreWarnings) {
    const std::string start = "User-agent: x\nDisallow: /a/\n";
    for (const char* line :
         {"Crawl-delay: abc", "Crawl-delay: -1", "Crawl-delay: nan",
          "Crawl-delay: inf", "Crawl-delay: 1e999", "Request-rate: 10",
          "Request-rate: 0/5", "Request-rate: 2000000/60",
          "Visit-time: morning", "Visit-time: 0600-0600"}) {
        EXPECT_EQ(file(start + line + " # why\n"), one("unreadable-pace:3"))
            << line;
        EXPECT_EQ(codes("default: {robots_txt: {text: \"User-agent: x\\n" +
                        std::string(line) + "\\nDisallow: /a/\\n\"}}\n"),
                  one("unreadable-pace"))
            << line;
    }
    for (const char* line :
         {"Crawl-delay:", "Crawl-delay: 5", "Crawl-delay: 0.0001",
          "Request-rate: 10/1m", "Visit-time: 0600-0845"}) {
        EXPECT_EQ(file(start + line + '\n'), none()) << line;
    }
}

TEST_F(LintCrawlers, FractionalDelaysAreWarnings) {
    EXPECT_EQ(of("Bingbot", "crawl_delay: 500ms"),
              one("fractional-crawl-delay"));
    EXPECT_EQ(of("Bingbot", "crawl_delay: 1.5s"),
              one("fractional-crawl-delay"));
    EXPECT_EQ(of("Bingbot", "crawl_delay: 2000ms"), none());
    EXPECT_EQ(file("User-agent: x\nDisallow: /a/\nCrawl-delay: 0.5\n"),
              one("fractional-crawl-delay:3"));
}

TEST_F(LintCrawlers, AnInheritedDelayIsReportedOnce) {
    EXPECT_EQ(groups("{user_agent: '*', crawl_delay: 45s, disallow: /a/}, "
                     "{user_agent: Bingbot, inherit: '*'}"),
              one("long-crawl-delay"));
}

}  // namespace
}  // namespace robots
