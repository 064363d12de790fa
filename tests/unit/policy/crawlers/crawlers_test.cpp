#include "policy/crawlers/crawlers.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace robots {
namespace {

Crawler crawler(std::string token, std::vector<std::string> match = {},
                Category category = Category::search) {
    Crawler entry;
    entry.token = std::move(token);
    entry.match = std::move(match);
    entry.category = category;
    return entry;
}

Crawler of_policy(std::string token) {
    Crawler entry = crawler(std::move(token), {}, Category::other);
    entry.catalogued = false;
    return entry;
}

// A small catalogue with some of a policy's own tokens.
const Crawlers& few() {
    static const Crawlers crawlers(
        {crawler("Googlebot"), crawler("Googlebot-Image"),
         crawler("archive.org_bot"), crawler("Q"),
         crawler("Slurp", {"Yahoo! Slurp", "Slurp"}),
         crawler("Java", {"Java/"}), crawler("Perl", {"Perl/5."}),
         crawler("Bedrock", {"bedrockbot-"}), crawler("Lkx", {"Lkx-"}),
         crawler("Under", {"a_b_"}), of_policy("Web"), of_policy("AcmeFetch"),
         of_policy("Mobile"), of_policy("*")},
        {"Mozilla", "compatible", "CUBOT", "Safari", "Mobile", "AppleWebKit"});
    return crawlers;
}

std::string seen(std::string_view header) {
    return std::string(few().identify(header).token);
}

TEST(Crawlers, ATokenNamesItsCrawlerAnywhereInTheHeader) {
    for (const char* header :
         {"Googlebot", "Googlebot/2.1", "googlebot", "GOOGLEBOT x",
          "Mozilla/5.0 (compatible; Googlebot/2.1; +http://g.example/bot)",
          "x (Googlebot)", "x;Googlebot;y", "Googlebot."}) {
        EXPECT_EQ(seen(header), "Googlebot") << header;
    }
}

TEST(Crawlers, ATokenStandsBetweenBoundaries) {
    for (const char* header :
         {"NotGooglebot (x)", "Googlebots", "Googlebot2", "xGooglebot (x)",
          "_Googlebot (x)", "Googlebot-x", "my.Googlebot (x)",
          "Googlebot.example"}) {
        EXPECT_EQ(seen(header), "") << header;
    }
}

TEST(Crawlers, TheLongestTokenWins) {
    EXPECT_EQ(seen("Googlebot-Image/1.0"), "Googlebot-Image");
    EXPECT_EQ(seen("Googlebot/2.1 Googlebot-Image/1.0"), "Googlebot-Image");
    EXPECT_EQ(seen("Googlebot-Image/1.0 Googlebot/2.1"), "Googlebot-Image");
    EXPECT_EQ(seen("archive.org_bot Googlebot"), "archive.org_bot");
    EXPECT_EQ(seen("Q Googlebot"), "Googlebot");
}

TEST(Crawlers, AProductComesBeforeANameInItsVersion) {
    EXPECT_EQ(seen("Q/archive.org_bot"), "Q");
    EXPECT_EQ(seen("archive.org_bot Q/Googlebot"), "archive.org_bot");
    EXPECT_EQ(seen("Mozilla/Googlebot"), "Googlebot");
}

TEST(Crawlers, OfTwoWithTheSameTextThePolicysComesFirst) {
    Crawler own = crawler("Own", {"GOOGLEBOT"});
    own.own_match = true;
    Crawler second = crawler("Second", {"googlebot"});
    second.own_match = true;
    for (const auto& entries :
         {std::vector{crawler("Googlebot"), crawler("Googlebot-Image"), own,
                      second},
          std::vector{own, second, crawler("Googlebot-Image"),
                      crawler("Googlebot")}}) {
        const Crawlers crawlers(entries, {});
        EXPECT_EQ(crawlers.identify("x (Googlebot/2.1)").token, "Own");
        EXPECT_EQ(crawlers.identify("Googlebot-Image/1.0").token,
                  "Googlebot-Image");
    }
}

TEST(Crawlers, ATokenOfOneOctetIsFoundAtTheHeadersEnd) {
    EXPECT_EQ(seen("Q"), "Q");
    EXPECT_EQ(seen("a Q"), "Q");
    EXPECT_EQ(seen("q/1"), "Q");
    EXPECT_EQ(seen("QQ"), "");
}

TEST(Crawlers, MatchIsLookedForInsteadOfTheToken) {
    EXPECT_EQ(seen("Mozilla/5.0 (compatible; Yahoo! Slurp; x)"), "Slurp");
    EXPECT_EQ(seen("slurp"), "Slurp");
    EXPECT_EQ(seen("Java/1.8"), "Java");
    EXPECT_EQ(seen("Java 1.8"), "");
    EXPECT_EQ(seen("xJava/1.8"), "");
    EXPECT_EQ(seen("Perl/5.36"), "Perl");
    EXPECT_EQ(seen("Perl/6.0"), "");
}

TEST(Crawlers, AMatchThatEndsInASeparatorMayBeFollowedByMore) {
    EXPECT_EQ(seen("bedrockbot-9f3c2a"), "Bedrock");
    EXPECT_EQ(seen("Mozilla/5.0 (x) BEDROCKBOT-1/2"), "Bedrock");
    EXPECT_EQ(seen("bedrockbot-"), "Bedrock");
    EXPECT_EQ(seen("Lkx-Traversal/0.1 (x)"), "Lkx");
    EXPECT_EQ(seen("x Lkx-"), "Lkx");
    EXPECT_EQ(seen("a_b_1"), "Under");
    EXPECT_EQ(seen("a_b_(x)"), "Under");
    EXPECT_EQ(seen("xLkx-Traversal x"), "");
    EXPECT_EQ(seen("Lkx x"), "");
}

TEST(Crawlers, ATokenInsideAUrlCountsOnlyWhereNoOtherDoes) {
    EXPECT_EQ(seen("Q http://a.example/archive.org_bot"), "Q");
    EXPECT_EQ(seen("http://a.example/archive.org_bot Q"), "Q");
    EXPECT_EQ(seen("Mozilla/5.0 (http://a.example/Googlebot)"), "Googlebot");
}

TEST(Crawlers, TheCataloguesSpellingIsReported) {
    const Sighting sighting = few().identify("GOOGLEBOT-IMAGE/1.0");
    ASSERT_TRUE(sighting);
    ASSERT_NE(sighting.crawler, nullptr);
    EXPECT_EQ(sighting.token.data(), sighting.crawler->token.data());
    EXPECT_EQ(sighting.category, Category::search);
}

TEST(Crawlers, APolicysTokenCountsWhereAProductStands) {
    EXPECT_EQ(seen("AcmeFetch"), "AcmeFetch");
    EXPECT_EQ(seen("acmefetch (x)"), "AcmeFetch");
    EXPECT_EQ(seen("Mozilla/5.0 AcmeFetch/1.0"), "AcmeFetch");
    EXPECT_EQ(seen("Mozilla/5.0 (compatible; AcmeFetch; x)"), "AcmeFetch");
    EXPECT_EQ(seen("Mozilla/5.0 (x; Web; y)"), "");
    EXPECT_EQ(seen("Mozilla/5.0 (x) Web"), "");
}

TEST(Crawlers, ABrowsersWordIsNoPolicysToken) {
    EXPECT_EQ(seen("Mobile/15E148"), "");
    EXPECT_EQ(seen("Mozilla/5.0 (compatible; Mobile; x)"), "");
    EXPECT_TRUE(few().is_browser_word("mobile"));
    EXPECT_TRUE(few().is_browser_word("MOZILLA"));
    EXPECT_FALSE(few().is_browser_word("Googlebot"));
    EXPECT_FALSE(few().is_browser_word(""));
    EXPECT_FALSE(few().is_browser_word(std::string(1000, 'a')));
}

TEST(Crawlers, TheStarIsNoToken) {
    EXPECT_EQ(seen("*"), "");
    EXPECT_EQ(seen("*/1.0"), "");
}

TEST(Crawlers, ATokenOfRobotsTxtOnlyIsNeverSeen) {
    Crawler entry = crawler("Google-Extended");
    entry.in_user_agent = false;
    const Crawlers crawlers({entry}, {});
    EXPECT_FALSE(crawlers.identify("Google-Extended/1.0"));
    EXPECT_NE(crawlers.find("google-extended"), nullptr);
}

TEST(Crawlers, ALaterEntryOverridesAnEarlierOne) {
    const Crawlers crawlers(
        {crawler("ABot"), crawler("abot", {"Other/"}, Category::seo)}, {});
    ASSERT_EQ(crawlers.entries().size(), 1u);
    EXPECT_EQ(crawlers.entries()[0].category, Category::seo);
    EXPECT_EQ(crawlers.identify("Other/1").token, "abot");
    EXPECT_EQ(crawlers.identify("x ABot y").token, "");
}

TEST(Crawlers, FindIsCaseInsensitiveAndWhole) {
    EXPECT_EQ(few().find("GOOGLEBOT")->token, "Googlebot");
    EXPECT_EQ(few().find("Googlebo"), nullptr);
    EXPECT_EQ(few().find(""), nullptr);
}

TEST(GenericShape, AProductThatEndsLikeACrawlerWithAVersion) {
    EXPECT_EQ(seen("ExampleBot/1.0"), "ExampleBot");
    EXPECT_EQ(seen("Mozilla/5.0 (compatible; example-crawler/v2)"),
              "example-crawler");
    EXPECT_EQ(seen("NewsSpider/3 (x)"), "NewsSpider");
    EXPECT_EQ(seen("SomeBot"), "SomeBot");
    EXPECT_EQ(seen("24bot/1.0"), "24bot");
    EXPECT_EQ(few().identify("ExampleBot/1.0").crawler, nullptr);
    EXPECT_EQ(few().identify("ExampleBot/1.0").category, Category::other);
}

TEST(GenericShape, WithoutAVersionItsPlaceCounts) {
    for (const char* header :
         {"KadoBot (https://a.example/bot)", "KadoBot (www.a.example/bot)",
          "KadoBot - http://a.example", "KadoBot (mail: a@b.example)",
          "KadoBot v1.0", "KadoBot 2", "KadoBot version 2.1 (x)", "KadoBot/",
          "Mozilla/5.0 (compatible; KadoBot)", "KadoBot/ (x)",
          "Mozilla/5.0 (Windows NT 10.0; Win64; x64; KadoBot; x) Gecko",
          "Mozilla/5.0 (X11) AppleWebKit/537.36 Chrome/9.0 Safari/537.36 "
          "KadoBot",
          "Mozilla/5.0 (Linux; Android 6; x) (compatible; KadoBot; x)"}) {
        EXPECT_EQ(seen(header), "KadoBot") << header;
    }
    EXPECT_EQ(seen("Mozilla/5.0 (compatible; Kado-Crawler)"), "Kado-Crawler");
    for (const char* header :
         {"SomeBot here", "ExampleBot/x", "x@somebot 1.0", "a/somebot 1.0",
          "www.a.example/bot", "SomeBot, which reads pages",
          "(see https://a.example/somebot)"}) {
        EXPECT_EQ(seen(header), "") << header;
    }
}

TEST(GenericShape, AWordForCrawlersHasItsNameInFront) {
    EXPECT_EQ(seen("Example Crawler (https://a.example)"), "Example");
    EXPECT_EQ(seen("B2B Bot"), "B2B");
    EXPECT_EQ(seen("Kado bot/1.0"), "Kado");
    EXPECT_EQ(seen("Mozilla/5.0 (compatible; Kado Spider; http://a.example)"),
              "Kado");
    EXPECT_EQ(seen("Mozilla/5.0 (compatible; bot)"), "bot");
    EXPECT_EQ(seen("spider"), "spider");
}

TEST(GenericShape, AVersionComesBeforeAPlace) {
    EXPECT_EQ(seen("Mozilla/5.0 (compatible; OneBot; TwoBot/1.0)"), "TwoBot");
    EXPECT_EQ(seen("OneBot 1.0 TwoBot 2.0"), "OneBot");
}

TEST(GenericShape, AppsAndDevicesAreNoCrawlersByTheirPlace) {
    for (const char* header :
         {"Mozilla/5.0 (Linux; Android 9; XBot) AppleWebKit/537.36",
          "Mozilla/5.0 (Linux; U; Android 4.4; de-de; XBot 5 Build/K)",
          "Mozilla/5.0 (Linux; Android 9) Mobile Safari/537.36 XBot",
          "XBot 1.0 (iPhone; iOS 14) CFNetwork/1128 Darwin/19.6",
          "XBot/1.0 CFNetwork/1128 Darwin/19.6",
          "Dalvik/2.1.0 (Linux; U; Android 9; XBot Build/P)",
          "XBot 2 okhttp/4.9", "Mozilla/5.0 (Tizen; XBot) x"}) {
        EXPECT_EQ(seen(header), "") << header;
    }
}

TEST(GenericShape, ATokenIsAViewIntoTheHeader) {
    const std::string header = "Mozilla/5.0 ExampleBot/1.0";
    const Sighting sighting = few().identify(header);
    EXPECT_EQ(sighting.token.data(), header.data() + 12);
    EXPECT_EQ(sighting.token.size(), 10u);
}

TEST(GenericShape, AContactAddressGivesTheProductInFrontOfIt) {
    EXPECT_EQ(seen("Fetcher/1.2 (+http://a.example)"), "Fetcher");
    EXPECT_EQ(seen("Mozilla/5.0 (compatible; Thing; +https://a.example/)"),
              "Thing");
    EXPECT_EQ(seen("Mozilla/5.0 (compatible; +http://a.example/)"), "");
    EXPECT_EQ(seen("+http://a.example/"), "");
    EXPECT_EQ(seen("Fetcher/1.2 (http://a.example)"), "");
}

TEST(GenericShape, AProductWithAVersionComesBeforeOneWithout) {
    EXPECT_EQ(seen("Chef Client/10.18.2 (ruby-1.8.7; ohai-6.14.0; "
                   "x86_64-linux; +http://a.example)"),
              "Client");
    EXPECT_EQ(seen("Mozilla/5.0 (compatible; One/1.0; Two; +http://a.example)"),
              "One");
}

TEST(GenericShape, CompatibleIsFollowedByAName) {
    for (const char* header : {"Mozilla/5.0 (compatible; Dormouse/1.0)",
                               "Mozilla/4.0 (Compatible; Dormouse 1.0; Linux)",
                               "Mozilla/5.0 (compatible; Dormouse)"}) {
        EXPECT_EQ(seen(header), "Dormouse") << header;
    }
    for (const char* header :
         {"Mozilla/5.0 (compatible; Dormouse/1.0) AppleWebKit/537.36",
          "Mozilla/4.0 (compatible; Dormouse 7.0; Trident/4.0)",
          "Mozilla/5.0 (compatible; Dormouse/1.0; Android 9)",
          "Mozilla/3.0 (compatible; Indy Library)", "Mozilla/5.0 (compatible; ",
          "Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1)",
          "Dormouse (compatible; Dormouse/1.0)"}) {
        EXPECT_EQ(seen(header), "") << header;
    }
}

TEST(GenericShape, ANameThatMayBeAClientsIsMarked) {
    for (const char* header :
         {"MyShop/1.0 (+https://a.example)", "Bottle/0.13 (+http://a.example)",
          "Mozilla/5.0 (compatible; Dormouse/1.0)"}) {
        EXPECT_TRUE(few().identify(header).contact_only) << header;
    }
    for (const char* header :
         {"ExampleBot/1.0", "ExampleBotFetcher/1.0 (+https://a.example)",
          "SiteCrawl/1.0 (+https://a.example)",
          "Mozilla/5.0 (compatible; SiteArchiver/1.0)"}) {
        EXPECT_FALSE(few().identify(header).contact_only) << header;
    }
}

TEST(GenericShape, ANameWithTheTokenOfAnEntryIsThatCrawler) {
    Crawler entry;
    entry.token = "Watcher";
    entry.match = {"Watcher.example_check"};
    entry.category = Category::monitor;
    const Crawlers crawlers({entry}, {"Mozilla"});
    const Sighting sighting =
        crawlers.identify("watcher/1.0 (+http://b.example/bot)");
    EXPECT_EQ(sighting.crawler, &crawlers.entries()[0]);
    EXPECT_EQ(sighting.token, "Watcher");
    EXPECT_EQ(sighting.category, Category::monitor);
    EXPECT_TRUE(sighting.contact_only);
}

TEST(GenericShape, APlusInASchemeIsNotAContactAddress) {
    for (const char* header :
         {"Node/fetcher 1.1.9 (git+https://a.example/x.git)",
          "Mozilla/5.0 Safari/605 MyApp/2.1 (git+https://a.example)",
          "MyApp/2.1 (svn+http://a.example)", "MyApp/2.1 (hg+HTTP://a.example)",
          "MyApp/2.1 (x-a.b+https://a.example)",
          "MyApp/git+https://a.example"}) {
        EXPECT_EQ(seen(header), "") << header;
    }
    for (const char* header :
         {"Fetcher/1.0+http://a.example", "Fetcher/v1.0+http://a.example",
          "Fetcher/1.0 +http://a.example",
          "Fetcher (git+https://b.example; +https://a.example)"}) {
        EXPECT_NE(seen(header), "") << header;
    }
}

TEST(GenericShape, PhonesCountriesAndUrlsAreNoCrawlers) {
    for (const char* header :
         {"Mozilla/5.0 (Linux; Android 9; CUBOT/1) Safari/537",
          "Mozilla/5.0 (Botswana/1.0)", "", " ", "/", "bot.",
          "Mozilla/5.0 (http://a.example/ExampleBot/1.0)"}) {
        EXPECT_EQ(seen(header), "") << header;
    }
}

TEST(GenericShape, AnOverLongWordIsNoProduct) {
    EXPECT_EQ(seen(std::string(61, 'a') + "bot/1").size(), 64u);
    EXPECT_EQ(seen(std::string(62, 'a') + "bot/1"), "");
}

TEST(Crawlers, OnlyTheFirst2048OctetsAreLookedAt) {
    const std::string blanks(2048 - 9, ' ');
    EXPECT_EQ(seen(blanks + "Googlebot"), "Googlebot");
    EXPECT_EQ(seen(blanks + " Googlebot"), "");
    EXPECT_EQ(seen("Googlebot" + std::string(1 << 20, ' ')), "Googlebot");
}

TEST(Crawlers, AnyOctetsAreAHeader) {
    using namespace std::string_view_literals;
    EXPECT_EQ(seen("\0Googlebot\0"sv), "Googlebot");
    EXPECT_EQ(seen("\xC3\xA4Googlebot\xFF"), "Googlebot");
    EXPECT_EQ(seen("://"), "");
    EXPECT_EQ(seen("https://"), "");
}

TEST(Crawlers, AnEmptyCatalogueKnowsShapesOnly) {
    const Crawlers none({}, {});
    EXPECT_FALSE(none.identify("Googlebot x"));
    EXPECT_EQ(none.identify("Googlebot/2.1").token, "Googlebot");
    EXPECT_EQ(none.find("Googlebot"), nullptr);
}

}  // namespace
}  // namespace robots
