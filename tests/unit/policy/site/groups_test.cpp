#include "policy/site/groups.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "policy/crawlers/crawlers.hpp"

namespace robots {
namespace {

Crawler crawler(const char* token, const char* falls_back_to,
                Obeys wildcard = Obeys::undocumented) {
    Crawler entry;
    entry.token = token;
    entry.falls_back_to = falls_back_to;
    entry.wildcard = wildcard;
    return entry;
}

const Crawlers& crawlers() {
    static const Crawlers all(
        {crawler("Googlebot", ""), crawler("Googlebot-Image", "Googlebot"),
         crawler("Googlebot-Image-Old", "Googlebot-Image"),
         crawler("AdsBot-Google", "", Obeys::no),
         crawler("AdsBot-Child", "AdsBot-Google", Obeys::no),
         crawler("LoopBot-A", "LoopBot-B"), crawler("LoopBot-B", "LoopBot-A"),
         crawler("LostBot", "Nobody")},
        {});
    return all;
}

Groups groups_of(std::string_view text) {
    const RobotsTxt document = parse_robots_txt(text);
    return Groups(document,
                  std::vector<Shared<Enforcement>>(document.groups.size()));
}

std::string selected(const Groups& groups, std::string_view header) {
    const Group* group = groups.select(crawlers().identify(header), crawlers());
    return group == nullptr ? "none" : group->name;
}

TEST(Groups, NoneBindWhereThereAreNone) {
    const Groups none;
    EXPECT_TRUE(none.all().empty());
    EXPECT_EQ(none.named("*"), nullptr);
    EXPECT_EQ(selected(none, "Googlebot"), "none");
}

TEST(Groups, Rfc9309_2_2_1_TokensAreCaseInsensitive) {
    const Groups groups = groups_of("User-agent: GOOGLEBOT\nDisallow: /\n");
    ASSERT_NE(groups.named("googlebot"), nullptr);
    EXPECT_EQ(groups.named("Googlebot")->name, "GOOGLEBOT");
    EXPECT_EQ(groups.named("Googlebo"), nullptr);
    EXPECT_EQ(selected(groups, "Googlebot/2.1"), "GOOGLEBOT");
}

TEST(Groups, Rfc9309_2_2_1_TheGroupThatNamesTheCrawlerBeatsTheStar) {
    const Groups groups = groups_of(
        "User-agent: *\nDisallow: /a\nUser-agent: Googlebot\nDisallow: /b\n");
    EXPECT_EQ(selected(groups, "Googlebot"), "Googlebot");
    EXPECT_EQ(selected(groups, "OtherBot/1.0"), "*");
    EXPECT_EQ(groups.named("Googlebot")->rules.match("/a"), nullptr);
}

TEST(Groups, AGroupWithoutRulesStillBindsItsCrawler) {
    const Groups groups = groups_of(
        "User-agent: Googlebot\nDisallow:\n\nUser-agent: *\nDisallow: /\n");
    EXPECT_EQ(selected(groups, "Googlebot"), "Googlebot");
    EXPECT_EQ(groups.named("Googlebot")->rules.match("/"), nullptr);
}

TEST(Groups, Rfc9309_2_2_1_GroupsOfOneTokenMerge) {
    const Groups groups = groups_of(
        "User-agent: ABot\nDisallow: /1\n\nUser-agent: BBot\nDisallow: /2\n\n"
        "User-agent: abot\nUser-agent: BBot\nDisallow: /3\n");
    const Group* a = groups.named("ABot");
    EXPECT_NE(a->rules.match("/1"), nullptr);
    EXPECT_EQ(a->rules.match("/2"), nullptr);
    EXPECT_NE(a->rules.match("/3"), nullptr);
    const Group* b = groups.named("BBot");
    EXPECT_EQ(b->rules.match("/1"), nullptr);
    EXPECT_NE(b->rules.match("/2"), nullptr);
    EXPECT_NE(b->rules.match("/3"), nullptr);
}

TEST(Groups, Rfc9309_2_2_1_StarGroupsMergeToo) {
    const Groups groups =
        groups_of("User-agent: *\nDisallow: /1\nUser-agent: *\nDisallow: /2\n");
    ASSERT_EQ(groups.all().size(), 1u);
    EXPECT_EQ(groups.all()[0]->rules.rules().size(), 2u);
}

TEST(Groups, ATokenNamedTwiceInOneGroupCountsOnce) {
    const Groups groups =
        groups_of("User-agent: ABot\nUser-agent: abot\nDisallow: /1\n");
    ASSERT_EQ(groups.all().size(), 1u);
    EXPECT_EQ(groups.named("ABot")->rules.rules().size(), 1u);
}

// As Google's parser reads them, and Protego.
TEST(Groups, ToAllowAnIndexPageAllowsItsFolder) {
    const Groups groups = groups_of(
        "User-agent: a\nDisallow: /\nAllow: /index.html\n"
        "Allow: /b/index.htm\nAllow: /d/%69ndex.html\n\n"
        "User-agent: c\nAllow: /\nDisallow: /index.html\n");
    const auto allows = [&](const char* token, const char* target) {
        const Rule* rule = groups.named(token)->rules.match(target);
        return rule == nullptr || rule->allow;
    };
    EXPECT_TRUE(allows("a", "/"));
    EXPECT_TRUE(allows("a", "/b/"));
    EXPECT_TRUE(allows("a", "/d/"));
    EXPECT_FALSE(allows("a", "/b"));
    EXPECT_FALSE(allows("a", "/x"));
    EXPECT_TRUE(allows("c", "/"));
    EXPECT_TRUE(groups.named("a")->rules.match("/")->by_index);
    EXPECT_FALSE(groups.named("a")->rules.match("/index.html")->by_index);
}

TEST(Groups, TheLongestCrawlDelayCounts) {
    const Groups groups = groups_of(
        "User-agent: ABot\nCrawl-delay: 5\nDisallow: /1\n"
        "User-agent: ABot\nCrawl-delay: 9\nDisallow: /2\n"
        "User-agent: ABot\nCrawl-delay: 2\nDisallow: /3\n"
        "User-agent: BBot\nDisallow: /\n");
    EXPECT_EQ(groups.named("ABot")->pace->crawl_delay, Milliseconds{9000});
    EXPECT_FALSE(groups.named("BBot")->pace->crawl_delay);
}

TEST(Groups, AllRatesAndAllVisitTimesCount) {
    const Groups groups = groups_of(
        "User-agent: ABot\nRequest-rate: 1/5\nVisit-time: 0100-0200\n"
        "Disallow: /1\n"
        "User-agent: ABot\nRequest-rate: 10/60\nVisit-time: 0300-0400\n"
        "Disallow: /2\n");
    EXPECT_EQ(groups.named("ABot")->pace->request_rates.size(), 2u);
    EXPECT_EQ(groups.named("ABot")->pace->visit_times.size(), 2u);
}

// Each of `crawlers` has `rules` with the others in common and one of its own.
std::string shared_by_many(int crawlers, int rules) {
    std::string out;
    std::string own;
    for (int i = 0; i < crawlers; ++i) {
        const std::string agent = "User-agent: b" + std::to_string(i) + '\n';
        out += agent;
        own += agent + "Disallow: /b\n";
    }
    for (int i = 0; i < rules; ++i) {
        out +=
            "Disallow: /" + std::to_string(i) + std::string(1000, 'x') + '\n';
    }
    return out + own;
}

TEST(Groups, TheFirstSevenRatesOfACrawlerAreEnforced) {
    const auto rates = [](int from, int to) {
        std::string out;
        for (int i = from; i <= to; ++i) {
            out += "Request-rate: " + std::to_string(i) + "/60\n";
        }
        return out;
    };
    const std::string agent = "User-agent: ABot\n";
    const Groups seven = groups_of(agent + rates(1, 7));
    EXPECT_EQ(seven.named("ABot")->pace->request_rates.size(), 7u);
    EXPECT_EQ(seven.named("ABot")->pace->rates_not_enforced, 0u);
    const Groups nine =
        groups_of(agent + rates(1, 5) + "\n" + agent + rates(6, 9));
    const Pace& pace = *nine.named("ABot")->pace;
    ASSERT_EQ(pace.request_rates.size(), 7u);
    EXPECT_EQ(pace.request_rates.back(), *request_rate_from("7/60"));
    EXPECT_EQ(pace.rates_not_enforced, 2u);
}

TEST(Groups, MergedGroupsAreLimitedInSize) {
    const Groups few = groups_of(shared_by_many(50, 10));
    EXPECT_FALSE(few.too_large());
    EXPECT_EQ(few.all().size(), 50u);
    // It would be merged to 400 MB.
    const std::string many = shared_by_many(1000, 400);
    EXPECT_LT(many.size(), kMaxRobotsTxt);
    const Groups none = groups_of(many);
    EXPECT_TRUE(none.too_large());
    EXPECT_TRUE(none.all().empty());
    EXPECT_EQ(none.named("b1"), nullptr);
    EXPECT_EQ(selected(none, "Googlebot"), "none");
}

// Patterns of many short texts, and what finds them, take many times their
// size. They came to 250 MB.
TEST(Groups, WhatMergedGroupsTakeIsCountedInMemory) {
    const auto shared = [](int crawlers, int rules, const std::string& path) {
        std::string out;
        std::string own;
        for (int i = 0; i < crawlers; ++i) {
            const std::string agent =
                "User-agent: b" + std::to_string(i) + '\n';
            out += agent;
            own += agent + "Disallow: /b\n";
        }
        for (int i = 0; i < rules; ++i) {
            out += "Disallow: /*" + std::to_string(i) + path + '\n';
        }
        return out + own;
    };
    std::string stars;
    for (int i = 0; i < 900; ++i) {
        stars += "*a";
    }
    // 94 * 190 paths of 1,800 octets are 32 MB, and 200 MB as patterns.
    EXPECT_TRUE(groups_of(shared(94, 190, stars)).too_large());
    EXPECT_FALSE(groups_of(shared(10, 190, stars)).too_large());
    // 44 * 11,000 paths of six octets.
    EXPECT_TRUE(groups_of(shared(44, 11000, "")).too_large());
    EXPECT_FALSE(groups_of(shared(4, 11000, "")).too_large());
}

// All that fits into 500 KiB, if nobody shares it.
TEST(Groups, RulesThatOneGroupHasAreNeverTooMany) {
    for (const std::string rule :
         {"Allow:*abc\n", "Allow:/*\n", "Allow:/ab\n"}) {
        std::string text = "User-agent: b\n";
        while (text.size() + rule.size() <= kMaxRobotsTxt) {
            text += rule;
        }
        EXPECT_FALSE(groups_of(text).too_large()) << rule;
    }
}

// Which is how a large robots.txt that many crawlers share takes little memory.
TEST(Groups, EnforcedOtherwiseTheyShareTheirRulesAndPaces) {
    const Groups groups = groups_of(
        "User-agent: ABot\nUser-agent: *\nCrawl-delay: 5\nDisallow: /a\n");
    EnforcementOverride level;
    level.set_all(Action::reject);
    const Groups strict = groups.enforced(level);
    EXPECT_EQ(selected(strict, "ABot"), "ABot");
    EXPECT_EQ(selected(strict, "Googlebot"), "*");
    ASSERT_EQ(strict.all().size(), 2u);
    const Group& before = *groups.named("ABot");
    const Group& after = *strict.named("ABot");
    EXPECT_EQ(after.rules.match("/a"), before.rules.match("/a"));
    EXPECT_EQ(&*after.pace, &*before.pace);
    EXPECT_EQ(before.enforcement->action_for(Violation::disallow), Action::log);
    EXPECT_EQ(after.enforcement->action_for(Violation::disallow),
              Action::reject);
}

TEST(Groups, CrawlersOfTheSameGroupsShareTheirPace) {
    const Groups groups = groups_of(
        "User-agent: ABot\nUser-agent: BBot\nRequest-rate: 1/5\nDisallow: /\n");
    EXPECT_EQ(&*groups.named("ABot")->pace, &*groups.named("BBot")->pace);
}

TEST(Groups, IfGroupsMergeTheLastEnforcementCounts) {
    const RobotsTxt document = parse_robots_txt(
        "User-agent: ABot\nDisallow: /1\nUser-agent: BBot\nDisallow: /2\n"
        "User-agent: ABot\nDisallow: /3\n");
    std::vector<Shared<Enforcement>> enforcement(3);
    for (std::uint32_t burst = 1; burst <= 3; ++burst) {
        Enforcement settings;
        settings.burst = burst;
        enforcement[burst - 1] = settings;
    }
    const Groups groups(document, enforcement);
    EXPECT_EQ(groups.named("ABot")->enforcement->burst, 3u);
    EXPECT_EQ(groups.named("BBot")->enforcement->burst, 2u);
}

TEST(Groups, AllHoldsThemInTheOrderOfFirstMention) {
    const Groups groups = groups_of(
        "User-agent: BBot\nUser-agent: *\nDisallow: /1\n"
        "User-agent: ABot\nUser-agent: bbot\nDisallow: /2\n");
    std::vector<std::string> names;
    for (const auto& group : groups.all()) {
        names.push_back(group->name);
    }
    EXPECT_EQ(names, (std::vector<std::string>{"BBot", "*", "ABot"}));
}

TEST(Groups, ACrawlerFallsBackAsItsOperatorDocuments) {
    const Groups groups = groups_of(
        "User-agent: Googlebot\nDisallow: /\nUser-agent: *\nDisallow: /x\n");
    EXPECT_EQ(selected(groups, "Googlebot-Image/1.0"), "Googlebot");
    EXPECT_EQ(selected(groups, "Googlebot-Image-Old/1.0"), "Googlebot");
    EXPECT_EQ(selected(groups, "AdsBot-Google"), "none");
}

TEST(Groups, TheNearestFallbackWins) {
    const Groups groups = groups_of(
        "User-agent: Googlebot\nDisallow: /\n"
        "User-agent: Googlebot-Image\nDisallow: /x\n");
    EXPECT_EQ(selected(groups, "Googlebot-Image-Old/1.0"), "Googlebot-Image");
    EXPECT_EQ(selected(groups, "Googlebot-Image/1.0"), "Googlebot-Image");
}

TEST(Groups, TheStarBindsWhereNoFallbackIsNamed) {
    const Groups groups = groups_of("User-agent: *\nDisallow: /\n");
    EXPECT_EQ(selected(groups, "Googlebot-Image/1.0"), "*");
    EXPECT_EQ(selected(groups, "LostBot/1"), "*");
    EXPECT_EQ(selected(groups, "UnknownBot/1.0"), "*");
}

TEST(Groups, ACircleOfFallbacksEnds) {
    const Groups groups = groups_of("User-agent: *\nDisallow: /\n");
    EXPECT_EQ(selected(groups, "LoopBot-A/1"), "*");
}

TEST(Groups, ACrawlerThatIgnoresTheStarIsBoundByNameOnly) {
    EXPECT_EQ(
        selected(groups_of("User-agent: *\nDisallow: /\n"), "AdsBot-Google"),
        "none");
    const Groups named = groups_of("User-agent: AdsBot-Google\nDisallow: /\n");
    EXPECT_EQ(selected(named, "AdsBot-Google"), "AdsBot-Google");
    EXPECT_EQ(selected(named, "AdsBot-Child"), "AdsBot-Google");
}

}  // namespace
}  // namespace robots
